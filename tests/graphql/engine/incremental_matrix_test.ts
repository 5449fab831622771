import { assert, assertEquals } from "@std/assert";
import { tracingChannel } from "node:diagnostics_channel";
import type { ContainerModule } from "@espalier/espalier";
import {
  CompiledExecutionStrategy,
  ReferenceExecutionStrategy,
  type RuntimeWiringBuilder,
  VerifyingExecutionStrategy,
} from "@espalier/espalier/graphql";
import { LeveledLogger } from "@espalier/espalier";
import { graphQlApp, post } from "../transport/graphql_app.ts";
import { executingWith, executionsOf, strategies } from "./strategies_under_test.ts";

const schema = `
  type Query { book: Book, books: [Book!], numbers: [Int!] }
  type Mutation { touch: String }
  type Book { title: String, review: String, large: String }
`;

function wiring(wiring: RuntimeWiringBuilder): void {
  const book = { title: "Emma" };
  wiring.type("Query", (type) =>
    type.dataFetcher("book", () => book).dataFetcher("books", () => Array(50).fill(book))
      .dataFetcher("numbers", async function* () {
        for (let i = 0;; i++) yield await i;
      } as never));
  wiring.type("Mutation", (type) => type.dataFetcher("touch", () => "done"));
  wiring.type(
    "Book",
    (type) => type.dataFetcher("review", () => Promise.resolve("Good")).dataFetcher("large", () => "x".repeat(5_000)),
  );
}

const verifying = () => {
  const reference = new ReferenceExecutionStrategy();
  const logger = new LeveledLogger({ "": "ERROR" }, () => {});
  const strategy = new CompiledExecutionStrategy({ reference });
  return new VerifyingExecutionStrategy({ strategy, reference, sampleEvery: 1, logger });
};

const declared = "directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT\n";

const operations: Readonly<Record<string, unknown>> = {
  "{ book { title review } }": { book: { title: "Emma", review: "Good" } },
  "query @experimental_disableErrorPropagation { book { title } }": { book: { title: "Emma" } },
  "mutation { touch }": { touch: "done" },
  "{ book { title ... @defer { review } } }": { book: { title: "Emma", review: "Good" } },
  "{ __typename }": { __typename: "Query" },
};

const withStrategies = { ...strategies, verifying };

for (const [name, strategy] of Object.entries(withStrategies)) {
  for (const incremental of [false, true]) {
    for (const isObserved of [false, true]) {
      for (const preset of ["production", "development"] as const) {
        const what = `${name}, incremental ${incremental}, ${isObserved ? "observed" : "not observed"}, ${preset}`;
        Deno.test(`X1 every operation is answered: ${what}`, async () => {
          const modules: ContainerModule[] = [executingWith(strategy)];
          const channel = tracingChannel("graphql:execute");
          const listener = { start() {}, end() {}, asyncStart() {}, asyncEnd() {}, error() {} };
          if (isObserved) channel.subscribe(listener);
          try {
            await using app = await graphQlApp({
              schema: incremental ? declared + schema : schema,
              wiring,
              modules,
              properties: { preset, graphql: { incremental } },
            });
            for (const [query, data] of Object.entries(operations)) {
              const isUnknown = query.includes("disableErrorPropagation") || !incremental && query.includes("@defer");
              for (let i = 0; i < executionsOf(name); i++) {
                const response = await app.fetch(post({ query }, { accept: "application/json" }));
                const body = await response.json();
                if (isUnknown && body.errors?.[0]?.extensions?.classification === "ValidationError") continue;
                assertEquals([query, response.status, body], [query, 200, { data }]);
              }
            }
          } finally {
            if (isObserved) channel.unsubscribe(listener);
          }
        });
      }
    }
  }
}

async function partsOf(query: string, accept: string, graphql: Record<string, unknown>): Promise<string> {
  await using app = await graphQlApp({ schema, wiring, properties: { graphql: { incremental: true, ...graphql } } });
  return await (await app.fetch(post({ query }, { accept: `${accept}, application/json` }))).text();
}

const forms = ["multipart/mixed;incrementalSpec=v0.2", "multipart/mixed;deferSpec=20220824"];

for (const form of forms) {
  Deno.test(`deferred parts end with one limit error when they are too large, as ${form}`, async () => {
    const text = await partsOf("{ book { title ... @defer { a: large b: large c: large } } }", form, {
      maxResultBytes: 6_000,
    });
    assert(text.includes('"title":"Emma"'), text);
    assertEquals(text.match(/"name":"maxResultBytes"/g)?.length, 1);
    assert(text.includes('"hasNext":false') && text.length < 2_000, text);
  });

  Deno.test(`an endless list that is streamed ends with one limit error, as ${form}`, async () => {
    const text = await partsOf("{ numbers @stream(initialCount: 1) }", form, { maxResultValues: 100 });
    assertEquals(text.match(/"name":"maxResultValues"/g)?.length, 1, text.slice(-1_000));
    assert(text.includes('"hasNext":false'), text);
  });
}

Deno.test("a negative initialCount of @stream is a BAD_REQUEST", async () => {
  await using app = await graphQlApp({ schema, wiring, properties: { graphql: { incremental: true } } });
  const cases = [
    { query: "{ books @stream(initialCount: -1) { title } }" },
    { query: "query ($n: Int!) { books @stream(initialCount: $n) { title } }", variables: { n: -5 } },
    { query: "query ($n: Int = -1) { books @stream(initialCount: $n) { title } }" },
  ];
  for (const body of cases) {
    for (const accept of [...forms, "application/json"]) {
      const text = await (await app.fetch(post(body, { accept: `${accept}, application/json` }))).text();
      assert(text.includes('"classification":"BAD_REQUEST"') && text.includes("initialCount"), text);
    }
  }
});
