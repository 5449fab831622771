import { assert, assertEquals } from "@std/assert";
import { graphQlApp, post } from "../transport/graphql_app.ts";
import { eventsOf } from "../transport/sse_events.ts";
import { assertSameAnswer } from "./same_answers.ts";
import { schemaOf } from "./schema_of.ts";
import { executingWith, strategies } from "./strategies_under_test.ts";

Deno.test("X1 a serial mutation reports errors of pending fields beside a failure of a non-null root, as graphql-js", async () => {
  const schema = schemaOf(
    "type Query { a: Int } type Mutation { a: Int o: O! b: Int c: Int } type O { x: Int y: Int! z: [Int!] }",
    {},
  );
  const rootValue = () => ({
    a: () => Promise.resolve(1),
    b: () => Promise.resolve(2),
    c: 3,
    o: () => ({ x: () => Promise.reject(new Error("x")), y: null, z: () => Promise.reject(new Error("z")) }),
  });
  for (const query of ["a o { x y }", "a o { x y } b", "a b o { x z y } c", "o { x y }", "a o { z y x } b c"]) {
    await assertSameAnswer(query, { schema, query: `mutation { ${query} }`, rootValue });
  }
});

for (const [name, strategy] of Object.entries(strategies)) {
  Deno.test(`${name}: each event of a subscription has a budget of its own`, async () => {
    await using app = await graphQlApp({
      schema: "type Query { a: Int } type Subscription { numbers: [Int!] }",
      wiring: (wiring) => {
        wiring.type("Subscription", (type) =>
          type.dataFetcher("numbers", async function* () {
            for (const count of [5, 500, 6, 7]) yield await Promise.resolve(Array(count).fill(1));
          } as never));
      },
      properties: { graphql: { maxResultValues: 10 } },
      modules: [executingWith(strategy)],
    });
    const query = "subscription { numbers }";
    const response = await app.fetch(post({ query }, { accept: "text/event-stream" }));
    const results = (await eventsOf(response)).filter(({ event }) => event === "next").map(({ data }) => data);
    const lengths = (results as { data: { numbers: unknown[] } | null }[]).map(({ data }) => data?.numbers.length);
    assertEquals(lengths.length, 4);
    assert(lengths.includes(5) && lengths.includes(6) && lengths.includes(7) && lengths.includes(undefined));
  });
}
