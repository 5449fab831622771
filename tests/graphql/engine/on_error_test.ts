import { assert, assertEquals } from "@std/assert";
import { buildSchema, GraphQLError, type GraphQLSchema, parse } from "graphql";
import type { ErrorBehavior } from "@espalier/espalier";
import { type DataFetcher, DataFetcherResult } from "@espalier/espalier/graphql";
import { installResolvers } from "../../../src/graphql/engine/reference/install_resolvers.ts";
import { withDataFetcher } from "../../../src/graphql/wiring/fetcher_attachment.ts";
import { visible } from "./engines.ts";
import { PlainRequest } from "./plain_request.ts";
import { HandlingRequest, strategies } from "./strategy_answers.ts";

const behaviors: readonly ErrorBehavior[] = ["PROPAGATE", "NULL", "HALT"];

function schemaOf(definitions: string, fetchers: Readonly<Record<string, DataFetcher>>): GraphQLSchema {
  const schema = buildSchema(`directive @semanticNonNull(levels: [Int!]! = [0]) on FIELD_DEFINITION ${definitions}`);
  for (const [coordinate, fetcher] of Object.entries(fetchers)) {
    const field = schema.getType(coordinate.split(".")[0]!) as {
      getFields?: () => Record<string, { extensions: object }>;
    };
    const found = field.getFields!()[coordinate.split(".")[1]!]!;
    found.extensions = withDataFetcher(found.extensions as Record<string, unknown>, fetcher);
  }
  installResolvers(schema);
  return schema;
}

/** The results of a query with each strategy, interpreted and as generated code: the same for all. */
async function resultOf(schema: GraphQLSchema, query: string, onError?: ErrorBehavior): Promise<unknown> {
  let first: unknown;
  for (const [name, strategy] of Object.entries(strategies)) {
    const operation = strategy.prepare(schema, parse(query), undefined);
    for (let i = 0; i < 5; i++) {
      const values = { rootValue: {}, variables: {}, request: new HandlingRequest() };
      const result = visible(await operation.execute(onError === undefined ? values : { ...values, onError }));
      const { errors, ...rest } = result as { errors?: { message: string; path: unknown }[] };
      const seen = { ...rest, ...(errors && { errors: errors.map(({ message, path }) => [message, path]) }) };
      first ??= seen;
      assertEquals({ name, onError, seen }, { name, onError, seen: first });
    }
  }
  return first;
}

const shelf = schemaOf(
  `type Query { shelf: Shelf! }
   type Shelf { books: [Book!]!, name: String }
   type Book { id: ID!, title: String!, author: Author! }
   type Author { name: String! }`,
  {
    "Query.shelf": () => ({ name: "A" }),
    "Shelf.books": () => [
      { id: 1, title: "Emma", author: { name: "Jane" } },
      { id: 2, title: null, author: Promise.resolve({ name: null }) },
      { id: 3, title: Promise.reject(new Error("lost")), author: { name: "Ada" } },
    ],
  },
);

Deno.test("26.5 onError NULL leaves each error where it occurred, in non-null positions too", async () => {
  const query = "{ shelf { name books { id title author { name } } } }";
  assertEquals(await resultOf(shelf, query, "NULL"), {
    data: {
      shelf: {
        name: "A",
        books: [
          { id: "1", title: "Emma", author: { name: "Jane" } },
          { id: "2", title: null, author: { name: null } },
          { id: "3", title: null, author: { name: "Ada" } },
        ],
      },
    },
    errors: [
      ["Cannot return null for non-nullable field Book.title.", ["shelf", "books", 1, "title"]],
      ["Cannot return null for non-nullable field Author.name.", ["shelf", "books", 1, "author", "name"]],
      ["masked lost", ["shelf", "books", 2, "title"]],
    ],
  });
});

Deno.test("26.5 onError HALT answers with the first error alone, PROPAGATE and no onError as ever", async () => {
  const query = "{ shelf { books { id title } } }";
  const error = ["Cannot return null for non-nullable field Book.title.", ["shelf", "books", 1, "title"]];
  assertEquals(await resultOf(shelf, query, "HALT"), { data: null, errors: [error] });
  assertEquals(await resultOf(shelf, query, "PROPAGATE"), { data: null, errors: [error] });
  assertEquals(await resultOf(shelf, query), { data: null, errors: [error] });
  assertEquals(await resultOf(shelf, "{ shelf { name } }", "HALT"), { data: { shelf: { name: "A" } } });
});

Deno.test("26.5 onError HALT ends with an error beside data, too, and with the first of a handler's errors", async () => {
  const beside = () => new DataFetcherResult({ data: "v", errors: [new GraphQLError("one"), new GraphQLError("two")] });
  const schema = schemaOf("type Query { a: String, b: String }", { "Query.a": beside, "Query.b": () => "b" });
  assertEquals(await resultOf(schema, "{ b a }", "HALT"), { data: null, errors: [["one", ["a"]]] });
  assertEquals(await resultOf(schema, "{ b a }", "NULL"), {
    data: { b: "b", a: "v" },
    errors: [["one", ["a"]], ["two", ["a"]]],
  });
});

Deno.test("26.5 onError HALT stops what works for the operation: later mutations and fetchers don't run", async () => {
  const calls: string[] = [];
  const fail = Promise.withResolvers<never>();
  const schema = schemaOf(
    "type Query { a: String, b: B } type B { c: String } type Mutation { a: String!, b: String }",
    {
      "Mutation.a": () => {
        calls.push("a");
        throw new Error("no");
      },
      "Mutation.b": () => void calls.push("b"),
      "Query.a": () => fail.promise,
      "Query.b": () => fail.promise.catch(() => new Promise((resolve) => setTimeout(resolve, 0))).then(() => ({})),
      "B.c": () => void calls.push("c"),
    },
  );
  const operation = strategies.compiled!.prepare(schema, parse("mutation { a b }"), undefined);
  const request = new PlainRequest();
  const values = { rootValue: {}, variables: {}, request, onError: "HALT" as const };
  assertEquals(visible(await operation.execute(values)), {
    data: null,
    errors: [{ message: "no", path: ["a"], locations: [{ line: 1, column: 12 }] }],
  });
  const query = strategies.compiled!.prepare(schema, parse("{ a b { c } }"), undefined);
  const result = query.execute(values);
  fail.reject(new Error("lost"));
  assertEquals((visible(await result) as { data: unknown }).data, null);
  await new Promise((resolve) => setTimeout(resolve, 5));
  assertEquals(calls, ["a"]);
});

Deno.test("26.5 onError HALT ends one event of a subscription; the next event is executed", async () => {
  const schema = schemaOf("type Query { a: Int } type Subscription { n: N! } type N { value: Int! }", {
    "Subscription.n": async function* () {
      yield { value: 1 };
      yield { value: null };
      yield { value: 3 };
    } as never,
  });
  for (const onError of behaviors) {
    for (const [name, strategy] of Object.entries(strategies)) {
      const operation = strategy.prepare(schema, parse("subscription { n { value } }"), undefined);
      const opened = await operation.subscribe({ rootValue: {}, variables: {}, request: new PlainRequest(), onError });
      assert("source" in opened);
      const data: unknown[] = [];
      for await (const event of opened.source) {
        data.push(JSON.parse(JSON.stringify((await opened.execute(event, new PlainRequest())).data)));
      }
      const failed = onError === "NULL" ? { n: { value: null } } : null;
      assertEquals({ name, onError, data }, {
        name,
        onError,
        data: [{ n: { value: 1 } }, failed, { n: { value: 3 } }],
      });
    }
  }
});

const semantic = "Cannot return null for semantic-non-nullable field Query.";

Deno.test("26.5 a semantically non-null position is null only with an error, at each level", async () => {
  const schema = schemaOf(
    `type Query {
       a: String @semanticNonNull
       list: [String] @semanticNonNull(levels: [0, 1])
       items: [String] @semanticNonNull(levels: [1])
       deep: [[String]] @semanticNonNull(levels: [2])
       later: A @semanticNonNull
       plain: A @semanticNonNull
     }
     type A { name: String @semanticNonNull, names: [String] @semanticNonNull(levels: [1]) }`,
    {
      "Query.a": () => null,
      "Query.list": () => Promise.resolve(["x", null, Promise.resolve(undefined)]),
      "Query.items": () => null,
      "Query.deep": () => [["x", null], null],
      "Query.later": () => Promise.resolve(null),
      "Query.plain": () => ({ name: null, names: ["n", null] }),
    },
  );
  for (const onError of ["NULL", "PROPAGATE"] as const) {
    assertEquals(await resultOf(schema, "{ a items deep plain { name names } }", onError), {
      data: { a: null, items: null, deep: [["x", null], null], plain: { name: null, names: ["n", null] } },
      errors: [
        [`${semantic}a.`, ["a"]],
        [`${semantic}deep.`, ["deep", 0, 1]],
        ["Cannot return null for semantic-non-nullable field A.name.", ["plain", "name"]],
        ["Cannot return null for semantic-non-nullable field A.names.", ["plain", "names", 1]],
      ],
    });
    assertEquals(await resultOf(schema, "{ list }", onError), {
      data: { list: ["x", null, null] },
      errors: [[`${semantic}list.`, ["list", 1]], [`${semantic}list.`, ["list", 2]]],
    });
    assertEquals(await resultOf(schema, "{ later { name } }", onError), {
      data: { later: null },
      errors: [[`${semantic}later.`, ["later"]]],
    });
  }
  assertEquals(await resultOf(schema, "{ a items }", "HALT"), { data: null, errors: [[`${semantic}a.`, ["a"]]] });
});

Deno.test("26.5 errors that a fetcher reports explain a semantically non-null field; a suppressed one does not", async () => {
  const schema = schemaOf("type Query { a: String @semanticNonNull }", {
    "Query.a": () => new DataFetcherResult({ data: null, errors: [new GraphQLError("away")] }),
  });
  assertEquals(await resultOf(schema, "{ a }"), { data: { a: null }, errors: [["away", ["a"]]] });
  const suppressing = schemaOf("type Query { a: String @semanticNonNull }", {
    "Query.a": () => {
      throw new Error("suppressed");
    },
  });
  assertEquals(await resultOf(suppressing, "{ a }"), { data: { a: null }, errors: [[`${semantic}a.`, ["a"]]] });
});

Deno.test("26.5 @semanticNonNull at a level that a type does not have, or that is non-null, is an error at start", () => {
  const failed: Record<string, string> = {
    "a: String @semanticNonNull(levels: [1])": "its type has no level 1",
    "a: [String] @semanticNonNull(levels: [2])": "its type has no level 2",
    "a: [String] @semanticNonNull(levels: [-1])": "its type has no level -1",
    "a: String! @semanticNonNull": "level 0 is non-null already",
    "a: [String!] @semanticNonNull(levels: [0, 1])": "level 1 is non-null already",
  };
  for (const [field, reason] of Object.entries(failed)) {
    let message = "";
    try {
      schemaOf(`type Query { ${field} }`, {});
    } catch (error) {
      message = (error as Error).message;
    }
    assert(message.startsWith('Cannot apply @semanticNonNull to field "Query.a: '), message);
    assert(message.endsWith(` as ${reason}`), message);
  }
});
