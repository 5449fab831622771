import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  type DataFetchingEnvironment,
  declareInterfaces,
  propertyDataFetcher,
  SubscriptionExceptionResolverAdapter,
  SubscriptionPublisherException,
} from "@espalier/espalier/graphql";
import { ask, sourceOf } from "../graphql_setup.ts";

Deno.test("X1 fields that wait run at the same time", async () => {
  let waiting = 0;
  const both = Promise.withResolvers<void>();
  const meet = async () => {
    if (++waiting === 2) both.resolve();
    await both.promise;
    return "met";
  };
  const source = await sourceOf("type Query { a: String b: String }", (wiring) => {
    wiring.type("Query", (type) => type.addDataFetchers({ a: meet, b: meet }));
  }).build();
  assertEquals((await ask(source, "{ a b }")).data, { a: "met", b: "met" });
});

Deno.test("a fetcher that returns the wrong shape fails its field, with graphql-js's words", async () => {
  const source = await sourceOf("type Query { list: [Int] int: Int object: O ok: Int } type O { x: Int }", (wiring) => {
    wiring.type(
      "Query",
      (type) => type.addDataFetchers({ list: () => 7, int: () => "text", object: () => "text", ok: () => 1 }),
    );
  }).build();
  const response = await ask(source, "{ list int object { x } ok }");
  assertEquals(response.data, { list: null, int: null, object: { x: null }, ok: 1 });
  assertEquals(response.errors.map(({ message, path }) => [path, message]), [
    [["list"], 'Expected Iterable, but did not find one for field "Query.list".'],
    [["int"], 'Int cannot represent non-integer value: "text"'],
  ]);
});

Deno.test("A1.4 the property fetcher reads properties and calls methods", async () => {
  class Person {
    readonly first = "Ada";
    greet(args: { greeting: string }) {
      return `${args.greeting} ${this.first}`;
    }
  }
  const source = await sourceOf(
    "type Query { p: P } type P { first: String greet(greeting: String): String f: String }",
    (wiring) => {
      wiring.type("Query", (type) => type.dataFetcher("p", () => new Person()));
      wiring.type(
        "P",
        (type) => type.addDataFetchers({ f: propertyDataFetcher("first"), greet: propertyDataFetcher("greet") }),
      );
    },
  ).build();
  assertEquals((await ask(source, '{ p { first f greet(greeting: "Hi") } }')).data, {
    p: { first: "Ada", f: "Ada", greet: "Hi Ada" },
  });
  assertEquals(propertyDataFetcher("x")({ source: null } as DataFetchingEnvironment), undefined);
});

Deno.test("TR2 interfaces that a class declares are tried after its own name", async () => {
  class BaseBird {}
  declareInterfaces(BaseBird, "Winged", "Bird");
  class Penguin extends BaseBird {}
  const schema =
    "type Query { a: Animal } interface Animal { name: String } type Bird implements Animal { name: String }";
  const source = await sourceOf(schema, (wiring) => {
    wiring.type("Query", (type) => type.dataFetcher("a", () => new Penguin()));
  }).build();
  assertEquals((await ask(source, "{ a { __typename } }")).data, { a: { __typename: "Bird" } });
});

Deno.test("A1.7 the adapter of stream failures resolves to one error; a failure in it counts as not resolved", async () => {
  class Broken extends SubscriptionExceptionResolverAdapter {
    protected override resolveToSingleError(): never {
      throw new Error("broken");
    }
  }
  class Resolving extends SubscriptionExceptionResolverAdapter {
    protected override resolveToSingleError(exception: unknown) {
      return { message: `Error: ${(exception as Error).message}` };
    }
  }
  const source = await sourceOf("type Query { a: Int } type Subscription { s: Int }", (wiring) => {
    wiring.type("Subscription", (type) =>
      type.dataFetcher("s", async function* () {
        yield 1;
        throw new Error("Test Exception");
      }));
  }).subscriptionExceptionResolvers(new Broken(), new Resolving()).build();
  const { stream } = await ask(source, "subscription { s }");
  let failure: unknown;
  try {
    await Array.fromAsync(stream!);
  } catch (error) {
    failure = error;
  }
  assertEquals(
    (failure as SubscriptionPublisherException).message,
    "GraphQL subscription ended with error(s): [Error: Test Exception]",
  );
  assertEquals((failure as SubscriptionPublisherException).errors.map(({ message }) => message), [
    "Error: Test Exception",
  ]);
});

Deno.test("selected fields follow fragments and directives, and patterns", async () => {
  const seen: unknown[] = [];
  const schema = "type Query { a: A } interface A { id: ID b: B } type A1 implements A { id: ID b: B own: Int } " +
    "type A2 implements A { id: ID b: B } type B { c: Int d: Int }";
  const source = await sourceOf(schema, (wiring) => {
    wiring.type("Query", (type) =>
      type.dataFetcher("a", ({ selectionSet }) => {
        seen.push(selectionSet.fields);
        seen.push(
          ["id", "b/c", "b/*", "**/c", "*/e", "o?n", "own"].filter((pattern) => selectionSet.contains(pattern)),
        );
        return null;
      }));
  }).build();
  const document = "query ($no: Boolean!) { a { id ...F b { d @skip(if: true) } x: b @include(if: $no) { d } } } " +
    "fragment F on A { b { c } ... on A1 { own } }";
  assertEquals((await ask(source, { document, variables: { no: false } })).data, { a: null });
  assertEquals(seen, [["id", "b", "b/c", "own"], ["id", "b/c", "b/*", "**/c", "own"]]);
});

Deno.test("huge and odd documents get an answer", async () => {
  const source = await sourceOf("type Query { a: Int }").build();
  for (
    const document of [
      "",
      " ",
      "\uFEFF",
      "{ a ".repeat(20_000),
      "#".repeat(100_000),
      `{ a(x: "${"\\u0000".repeat(9)}") }`,
    ]
  ) {
    const response = await ask(source, document);
    assertEquals(response.isDataPresent, false);
    assertStringIncludes(JSON.stringify(response.toMap()), "classification");
  }
});
