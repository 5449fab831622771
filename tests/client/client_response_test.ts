import { assertEquals, assertInstanceOf, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import { FieldAccessError, GraphQlClientError, GraphQlTransportError } from "@espalier/espalier/client";
import * as v from "valibot";
import { z } from "zod";
import { answering } from "./answering.ts";

class Book {
  constructor(readonly id: string, readonly name: string, readonly published: Date | null = null) {}
}
describeType(Book, { id: t.id, name: t.string, published: t.nullable(t.date) });

class Droid {
  constructor(readonly name: string) {}
}

Deno.test("client C497 C499 retrieves by path and type", async () => {
  const { client } = answering({ data: { me: { name: "Luke Skywalker", friends: [{ name: "R2-D2" }] } } });
  const me = client.document("{ me { name } }");
  assertEquals(await me.retrieve("me.name").toEntity(t.string), "Luke Skywalker");
  assertEquals(await me.retrieve("me.friends").toEntityList(Droid), [new Droid("R2-D2")]);
  assertEquals(await me.retrieve("").toEntity(t.map(t.unknown)), {
    me: { name: "Luke Skywalker", friends: [{ name: "R2-D2" }] },
  });
});

Deno.test("client C500 sends operation name, variables, extensions and headers", async () => {
  const { client, received } = answering({ data: { hero: { name: "R2-D2" } } });
  const name = await client.document("query Hero($episode: Episode) { hero(episode: $episode) { name } }")
    .operationName("Hero").variables({ episode: "JEDI", foo: "bar" }).variable("keyOnly", null)
    .variable("omitted", undefined).extension("firstExt", { key: "value" }).header("x-tenant", "acme")
    .retrieve("hero.name").toEntity(t.string);
  assertEquals(name, "R2-D2");
  assertEquals(received.map(({ body }) => body), [{
    query: "query Hero($episode: Episode) { hero(episode: $episode) { name } }",
    operationName: "Hero",
    variables: { episode: "JEDI", foo: "bar", keyOnly: null },
    extensions: { firstExt: { key: "value" } },
  }]);
  assertEquals(received[0]!.headers.get("x-tenant"), "acme");
  assertEquals(received[0]!.headers.get("accept"), "application/graphql-response+json, application/json;q=0.9");
  assertEquals(received[0]!.headers.get("content-type"), "application/json");
});

Deno.test("client C502 C524 a response without data is not valid, and its fields can't be read", async () => {
  for (const answer of [{ errors: [{ message: "boo" }] }, { data: null }]) {
    const response = await answering(answer).client.document("{ me }").execute();
    assertEquals(response.isValid, false);
    assertEquals(response.errors.length, "errors" in answer ? 1 : 0);
    const error = assertThrows(() => response.field("me").toEntity(t.string), FieldAccessError);
    assertStringIncludes(error.message, "Invalid field 'me'");
  }
});

Deno.test("client C503 C505 a field that failed, or lies below one that did, can't be retrieved", async () => {
  const { client } = answering({ data: { me: null }, errors: [{ message: "Test error", path: ["me"] }] });
  for (const path of ["me", "me.name"]) {
    const error = await assertRejects(
      () => client.document("{ me { name } }").retrieve(path).toEntity(t.nullable(t.unknown)),
      FieldAccessError,
    );
    assertEquals(error.message, `Invalid field '${path}', errors:\nTest error at 'me'`);
    assertEquals(error.field.errors.length, 1);
  }
});

Deno.test("client: what is retrieved has no failed field below it, on any transport and in subscriptions", async () => {
  const { client } = answering({
    data: { me: { name: null, friends: [{ name: null }] }, other: { name: "Leia" } },
    errors: [{ message: "Test error", path: ["me", "friends", 0, "name"] }],
  });
  const request = () => client.document("{ me { name friends { name } } other { name } }");
  for (const path of ["me", "me.friends", "me.friends[0]", ""]) {
    await assertRejects(() => request().retrieve(path).toEntity(t.unknown), FieldAccessError, "Test error");
  }
  await assertRejects(() => request().retrieve("me.friends").toEntityList(t.unknown), FieldAccessError, "Test error");
  assertEquals(await request().retrieve("other").toEntity(t.unknown), { name: "Leia" });
  assertEquals(await request().retrieve("me.name").toEntity(t.nullable(t.string)), null);
});

class Described {
  constructor(readonly title: string) {}

  get shout(): string {
    return `${this.title}!`;
  }

  describe(): string {
    return `The book ${this.title}`;
  }
}
describeType(Described, { title: t.string });

class Plain {
  title = "";

  get shout(): string {
    return `${this.title}!`;
  }
}

Deno.test("client: an instance has the described properties only, whatever names the server sends", async () => {
  const text =
    '{"data":{"book":{"title":"Emma","describe":"x","shout":"y","__typename":"Book","__proto__":{"bad":1}}}}';
  const { client } = answering(text);
  const book = await client.document("{ book }").retrieve("book").toEntity(Described);
  assertEquals([Object.keys(book), book.shout, book.describe()], [["title"], "Emma!", "The book Emma"]);
  const plain = await client.document("{ book }").retrieve("book").toEntity(Plain);
  assertEquals([plain instanceof Plain, plain.title, plain.shout], [true, "Emma", "y"]);
  assertEquals("bad" in plain, false);
});

Deno.test("client C506 a partial response keeps what is there", async () => {
  const { client } = answering({
    data: { me: { name: null } },
    errors: [{ message: "Test error", path: ["me", "name"] }],
  });
  const response = await client.document("{ me { name } }").execute();
  assertEquals(response.isValid, true);
  const me = response.field("me");
  assertEquals([me.value, me.errors.length], [{ name: null }, 1]);
  assertEquals(me.toEntity(Droid), Object.assign(new Droid(""), { name: null }) as unknown as Droid);
  for (const path of ["me.name", "me.name.other"]) {
    assertEquals(response.field(path).value ?? null, null);
    assertEquals(response.field(path).errors.map(({ message }) => message), ["Test error"]);
  }
});

Deno.test("client C512 C514 a field is read as a class, and a misfit is told with its reason", async () => {
  const good = await answering({ data: { bookById: { id: 42, name: "Emma", published: "1815-12-23" } } })
    .client.document("{ bookById }").execute();
  assertEquals(good.field("bookById").toEntity(Book), new Book("42", "Emma", new Date("1815-12-23")));
  const bad = await answering({ data: { bookById: "invalid", other: { name: 7 } } })
    .client.document("{ bookById other }").execute();
  const error = assertThrows(
    () => bad.field("bookById").toEntity(Book),
    GraphQlClientError,
    "Cannot read field 'bookById'",
  );
  assertInstanceOf(error.cause, TypeError);
  assertEquals(
    (error.cause as TypeError).message,
    'Cannot decode the value as it must be an object (Book): current value is "invalid"',
  );
  const nested = assertThrows(() => bad.field("other").toEntity(Book), GraphQlClientError);
  assertEquals((nested.cause as TypeError).message, 'Cannot decode "name" as it must be a string: current value is 7');
});

Deno.test("client C515 a field's errors are those at it, above it and below it", async () => {
  const error = (message: string, path?: (string | number)[]) => ({ message, ...(path ? { path } : {}) });
  const response = await answering({
    data: { me: { friends: [{ name: null }] } },
    errors: [
      error("global"),
      error("1", ["me"]),
      error("2", ["me", "friends"]),
      error("3", ["me", "friends", 0, "name"]),
    ]
      .concat(error("elsewhere", ["you"])),
  }).client.document("{ me { friends { name } } }").execute();
  assertEquals(response.field("me.friends").errors.map(({ message }) => message), ["1", "2", "3"]);
});

Deno.test("client C506 C515 an error whose path is null or empty is one of the request as a whole", async () => {
  const nothing = { message: "none", path: null, locations: null, extensions: null };
  const others = [
    { message: "empty", path: [] },
    { message: "at it", path: ["me", "name"], extensions: { classification: "NOT_FOUND" } },
  ];
  const { client } = answering({ data: { me: { name: null } }, errors: [nothing, ...others], extensions: null });
  const response = await client.document("{ me { name } }").execute();
  assertEquals(response.errors, [{ message: "none" }, ...others]);
  assertEquals(response.classifications, [undefined, undefined, "NOT_FOUND"]);
  for (const path of ["", "me", "me.name", "me.name.other"]) {
    assertEquals(response.field(path).errors.map(({ message }) => message), ["at it"]);
  }
  const refused = await answering({ errors: [nothing] }).client.document("{ me { name } }").execute();
  assertThrows(() => refused.field("me.name").toEntity(t.string), FieldAccessError, "none");
});

Deno.test("client: values are read by descriptor, Standard Schema and guard", async () => {
  const data = { big: "12345678901234567890", bytes: "AQID", color: "RED", matrix: [[1], [2, 3]], nothing: null };
  const response = await answering({ data }).client.document("{ x }").execute();
  assertEquals(response.field("big").toEntity(t.bigint), 12345678901234567890n);
  assertEquals(response.field("bytes").toEntity(t.bytes), new Uint8Array([1, 2, 3]));
  assertEquals(response.field("color").toEntity(t.enum("RED", "GREEN")), "RED");
  assertEquals(response.field("matrix").toEntity(t.list(t.list(t.int))), [[1], [2, 3]]);
  assertEquals(response.field("nothing").toEntity(t.nullable(t.string)), null);
  assertThrows(() => response.field("nothing").toEntity(t.string), FieldAccessError, "it has no value");
  assertEquals(response.field("color").toEntity(z.string().toLowerCase()), "red");
  assertEquals(response.field("matrix[1]").toEntity(v.array(v.number())), [2, 3]);
  assertEquals(response.field("color").toEntity((value): value is string => typeof value === "string"), "RED");
  const refused = assertThrows(() => response.field("color").toEntity(z.number()), GraphQlClientError);
  assertStringIncludes(String((refused.cause as Error).message), "expected number");
});

Deno.test("client C517 C518 C520 C526 an answer is a response whatever its status, if it is one", async () => {
  const partial = {
    errors: [{
      message: "INTERNAL_ERROR for 1",
      path: ["bookById", "author"],
      extensions: { classification: "INTERNAL_ERROR" },
    }],
    data: { bookById: { id: "1", author: null } },
  };
  const response = await answering(partial).client.document("{ bookById { id author } }").execute();
  assertEquals([response.isValid, response.classifications], [true, ["INTERNAL_ERROR"]]);
  assertEquals(response.field("bookById.id").toEntity(t.id), "1");
  const refused = await answering({ errors: [{ message: "Syntax Error" }] }, { status: 400 }).client.document("{")
    .execute();
  assertEquals([refused.isValid, refused.errors.map(({ message }) => message)], [false, ["Syntax Error"]]);
  const error = await assertRejects(
    () => answering("error", { status: 500 }).client.document("{ me }").execute(),
    GraphQlTransportError,
    'Cannot read the answer as it must be a GraphQL response: status is 500, body is "error"',
  );
  assertEquals(error.status, 500);
});

Deno.test("client C521 C523 a refused request is a response that is not valid, with the server's words", async () => {
  const messages = [
    "Validation error (FieldUndefined@[unknown]) : Field 'unknown' in type 'Query' is undefined",
    "Variable 'id' has an invalid value: Variable 'id' has coerced Null value for NonNull type 'ID!'",
  ];
  for (const message of messages) {
    const errors = [{ message, extensions: { classification: "ValidationError" } }];
    const response = await answering({ errors }, { status: 400 }).client.document("{ unknown }").execute();
    assertEquals(response.isValid, false);
    assertEquals([response.errors.map((error) => error.message), response.classifications], [[message], [
      "ValidationError",
    ]]);
  }
});
