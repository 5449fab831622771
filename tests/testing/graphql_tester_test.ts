import { assertEquals, AssertionError, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { t } from "@espalier/espalier";
import { FieldAccessError, ResourceDocumentSource } from "@espalier/espalier/client";
import { GraphQlTester, take } from "@espalier/espalier/testing";
import { answering } from "./answering.ts";

class Person {
  constructor(readonly name: string) {}
}
const han = new Person("Han Solo");
const leia = new Person("Leia Organa");
const jabba = new Person("Jabba the Hutt");
const me = { name: "Luke Skywalker", friends: [{ name: "Han Solo" }, { name: "Leia Organa" }] };

function failure(check: () => unknown): string {
  return assertThrows(check, AssertionError).message;
}

Deno.test("tester C562 C580 a document or fragment that is missing is named", async () => {
  const documentSource = new ResourceDocumentSource({ locations: [new URL("./graphql-test/", import.meta.url)] });
  const tester = answering({ data: {} }, { documentSource });
  for (const request of [tester.documentName("unknown"), tester.document("{ me }").fragmentName("unknown")]) {
    await assertRejects(() => request.execute(), Error, "Failed to find document, name='unknown', under location(s)=[");
  }
});

Deno.test("tester C563 C575 C577 C578 a request carries document, fragments, name, variables and extensions", async () => {
  const received: unknown[] = [];
  const tester = GraphQlTester.http({
    url: "http://localhost/graphql",
    documentSource: new ResourceDocumentSource({ locations: [new URL("./graphql-test/", import.meta.url)] }),
    fetch: async (request) => {
      received.push(await request.json());
      return Response.json({ data: { me } });
    },
  });
  (await tester.documentName("me").execute()).path("me.name").hasValue();
  await tester.document("query HeroNameAndFriends($episode: Episode) { hero(episode: $episode) { ...names } }")
    .fragment("fragment names on Character { name }")
    .operationName("HeroNameAndFriends")
    .variables({ episode: "JEDI", foo: "bar" }).variable("keyOnly", null)
    .extension("firstExt", { key: "value" }).extension("secondExt", "value")
    .execute();
  assertEquals(received, [
    { query: "{ me { name } }\n" },
    {
      query: "query HeroNameAndFriends($episode: Episode) { hero(episode: $episode) { ...names } }\n" +
        "fragment names on Character { name }",
      operationName: "HeroNameAndFriends",
      variables: { episode: "JEDI", foo: "bar", keyOnly: null },
      extensions: { firstExt: { key: "value" }, secondExt: "value" },
    },
  ]);
});

Deno.test("tester C565 C566 null, empty and absent are told apart", async () => {
  const response = await answering({ data: { me: { name: null, friends: [] } } }).document("{ me }").execute();
  response.path("me.name").valueIsNull().pathExists();
  response.path("me.friends").hasValue().entityList(Person).hasSize(0);
  response.path("me.age").pathDoesNotExist();
  assertEquals(
    failure(() => response.path("me").valueIsNull()),
    `Expected null value at JSON path "me": current value is {"name":null,"friends":[]}\nRequest: document='{ me }'`,
  );
  assertStringIncludes(failure(() => response.path("me.name").hasValue()), 'Expected a value at JSON path "me.name"');
  assertStringIncludes(failure(() => response.path("me.name").pathDoesNotExist()), "Expected nothing");
  assertStringIncludes(failure(() => response.path("me.age").pathExists()), "current value is nothing");
  assertStringIncludes(failure(() => response.path("me.friends.name").hasValue()), "Invalid path: 'me.friends.name'");
});

Deno.test("tester C568 C569 JSON matches in part, strictly only as a whole", async () => {
  const response = await answering({ data: { me } }).document("{ me }").execute();
  response.path("me").matchesJson('{"friends":[{"name":"Leia Organa"},{"name":"Han Solo"}]}').matchesJson(me);
  response.path("me").matchesJsonStrictly(me).matchesJsonStrictly(JSON.stringify(me));
  response.path("me.name").matchesJson("Luke Skywalker");
  assertStringIncludes(
    failure(() => response.path("me").matchesJsonStrictly({ friends: me.friends })),
    "\nUnexpected: name",
  );
  assertStringIncludes(
    failure(() => response.path("me").matchesJson({ friends: [{ name: "Han Solo" }, { name: "Jabba" }] })),
    'no element {"name":"Jabba"} in "me.friends"',
  );
  assertStringIncludes(failure(() => response.path("me").matchesJson({ age: 3 })), '"me.age" is nothing, not 3');
});

Deno.test("tester C568 an element of a list takes the place where it is needed", async () => {
  const list = [{ a: 1, b: 2 }, { a: 1, b: 3 }, { a: 1 }];
  const response = await answering({ data: { list } }).document("{ list }").execute();
  const path = response.path("list");
  path.matchesJson([{ a: 1 }, { a: 1 }, { b: 2 }]).matchesJson([{ a: 1 }, { b: 3 }, { b: 2 }]);
  assertStringIncludes(failure(() => path.matchesJson([{ a: 1 }, { b: 2 }, { b: 2 }])), 'no element {"b":2} in "list"');
  assertStringIncludes(failure(() => path.matchesJson([{ a: 1 }, { a: 1 }])), '"list" is [');
});

Deno.test("tester C571 C572 lists are asserted by content, order and size", async () => {
  const response = await answering({ data: { me } }).document("{me {name, friends}}").execute();
  response.path("me.friends").entityList(Person).contains(leia).containsExactly(han, leia).doesNotContain(jabba)
    .hasSize(2).hasSizeGreaterThan(1).hasSizeLessThan(3).satisfies((friends) => assertEquals(friends, [han, leia]));
  const message = failure(() => response.path("me.friends").entityList(Person).containsExactly(leia, han));
  assertStringIncludes(message, "at path 'me.friends' to contain exactly");
  assertStringIncludes(message, "\nRequest: document='{me {name, friends}}'");
  assertStringIncludes(
    failure(() => response.path("me.friends").entityList(Person).singleElement()),
    "to have size == 1",
  );
  response.path("me.friends").entityList(Person).element(1).isEqualTo(leia);
});

Deno.test("tester C574 paths nest, values are read by type", async () => {
  const response = await answering({ data: { me } }).document("{ me }").execute();
  response.path("me", (place) => {
    place.path("name", (name) => name.entity(t.string).isEqualTo("Luke Skywalker").isNotEqualTo("Han Solo"))
      .path("friends[0]", (friend) => friend.entity(Person).isEqualTo(han).matches(({ name }) => name.length > 3));
    place.path("friends", (friends) => friends.path("[1].name", (name) => name.hasValue()));
  });
  assertEquals(
    failure(() => response.path("me.name").entity(t.string).isEqualTo("Han")),
    `Expected "Luke Skywalker" at path 'me.name' to equal "Han"\nRequest: document='{ me }'`,
  );
  assertStringIncludes(
    failure(() => response.path("me.name").entity(t.int)),
    "Cannot read field 'me.name': Cannot decode",
  );
  assertEquals(response.path("me.name").entity(t.string).path("me.friends[0].name").entity(t.string).get(), "Han Solo");
});

Deno.test("tester C581 C583 C584 errors that nobody expected fail the first look", async () => {
  await answering({ data: { me } }).document("{ me }").executeAndVerify();
  const tester = answering({ data: {}, errors: [{ message: "Invalid query" }] });
  const message = `Response has 1 unexpected error(s). If expected, filter them out: [{"message":"Invalid query"}]` +
    `\nRequest: document='{ me }', variables={"a":1}`;
  const request = tester.document("{ me }").variable("a", 1);
  assertEquals((await assertRejects(() => request.executeAndVerify(), AssertionError)).message, message);
  const response = await request.execute();
  assertEquals(failure(() => response.path("me")), message);
  assertEquals(failure(() => response.path("me", (place) => place.hasValue())), message);
});

Deno.test("tester C586 C587 C589 errors are filtered, expected and consumed", async () => {
  const errors = [{ message: "some error" }, { message: "some other error", locations: [{ line: 1, column: 2 }] }];
  const tester = answering({ data: {}, errors });
  const some = ({ message }: { message: string }) => message.startsWith("some ");
  (await tester.document("{ me }").execute()).errors().filter(some).verify().path("me").pathDoesNotExist();
  (await tester.document("{ me }").execute()).errors().expect(some).verify();
  (await tester.mutate({ errorFilter: some }).document("{ me }").execute()).path("me").pathDoesNotExist();
  (await tester.document("{ me }").execute()).errors()
    .satisfy((list) => assertEquals(list, errors))
    .path("me").pathDoesNotExist();

  const response = await tester.document("{ me }").execute();
  assertStringIncludes(failure(() => response.errors().expect(({ message }) => message === "x")), "No matching errors");
  assertStringIncludes(
    failure(() => response.errors().filter(({ message }) => message === "some error").verify()),
    "Response has 1 unexpected error(s) of 2 total.",
  );
  assertStringIncludes(
    failure(() => response.errors().satisfy((list) => assertEquals(list.length, 1))),
    "\nRequest: document='{ me }'",
  );
});

Deno.test("tester C590 fields are reached without assertions", async () => {
  const response = await answering({ data: { me }, extensions: { cost: 3 } }).document("{ me }").execute();
  assertEquals(response.field("me.name").value, "Luke Skywalker");
  assertThrows(() => response.field("you.name").toEntity(t.string), FieldAccessError);
  assertEquals(response.extensions, { cost: 3 });
});

Deno.test("tester: take reads so many values and leaves the stream", async () => {
  let isLeft = false;
  async function* numbers() {
    try {
      for (let i = 1;; i++) yield await Promise.resolve(i);
    } finally {
      isLeft = true;
    }
  }
  assertEquals(await take(numbers(), 3), [1, 2, 3]);
  assertEquals(isLeft, true);
  assertEquals(await take(numbers(), 0), []);
});

Deno.test("tester: [*] stands for all elements of a list", async () => {
  const authors = [
    { name: "Jane Austen", books: [{ title: "Emma" }, { title: "Persuasion" }] },
    { name: "Mary Shelley", books: [{ title: "Frankenstein" }] },
    { name: "Nobody", books: null },
  ];
  const response = await answering({ data: { authors, none: [] } }).document("{ authors }").execute();
  response.path("authors[*].name").entityList(t.string).containsExactly("Jane Austen", "Mary Shelley", "Nobody");
  response.path("authors[*].books[*].title").entityList(t.string).containsExactly("Emma", "Persuasion", "Frankenstein");
  response.path("authors[*].books[1].title").matchesJsonStrictly(["Persuasion"]);
  response.path("none[*].title").entity(t.list(t.string)).isEqualTo([]);
  assertStringIncludes(
    failure(() => response.path("authors[0].name[*]").hasValue()),
    "Invalid path: 'authors[0].name[*]'",
  );
  assertStringIncludes(
    failure(() => response.path("authors[*].name").entityList(t.int)),
    'Cannot decode the value as it must be an integer: current value is "Jane Austen"',
  );
});

Deno.test("tester: a path below [*] that no element has fails every assertion but pathDoesNotExist", async () => {
  const books = [{ title: "Emma", author: { name: null } }, { title: "Persuasion" }];
  const response = await answering({ data: { books, none: [], missing: null } }).document("{ books }").execute();
  for (const path of ["books[*].titel", "missing[*].title", "other[*].title", "books[*].author.nam"]) {
    for (
      const check of [
        () => response.path(path).pathExists(),
        () => response.path(path).hasValue(),
        () => response.path(path).valueIsNull(),
        () => response.path(path).entity(t.list(t.string)),
        () => response.path(path).entityList(t.string).doesNotContain("Emma"),
        () => response.path(path).matchesJson([]),
        () => response.path(path).matchesJsonStrictly([]),
      ]
    ) assertStringIncludes(failure(check), `at JSON path "${path}"`);
    response.path(path).pathDoesNotExist();
  }
  failure(() => response.path("none[*].title").pathExists());
  failure(() => response.path("none[*].title").hasValue());
  failure(() => response.path("books[*].author.name").hasValue());
  failure(() => response.path("books[*].title").valueIsNull());
  failure(() => response.path("books[*].title").pathDoesNotExist());
  response.path("books[*].author.name").pathExists().valueIsNull();
  response.path("none[*].title").pathDoesNotExist().matchesJsonStrictly([]).entityList(t.string).hasSize(0);
});

Deno.test("tester: the compiler knows the types of what is read", async () => {
  const response = await answering({ data: { me } }).document("{ me }").execute();
  // Compile-time checks: the functions are never called.
  const wrong = [
    // @ts-expect-error a string is no number
    () => response.path("me.name").entity(t.string).isEqualTo(5),
    // @ts-expect-error a person is no droid
    () => response.path("me.friends").entityList(Person).containsExactly("R2-D2"),
    // @ts-expect-error there is no such property
    () => response.path("me").entity(Person).matches(({ age }) => age > 3),
  ];
  assertEquals(wrong.length, 3);
});
