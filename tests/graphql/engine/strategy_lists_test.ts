import { assertEquals } from "@std/assert";
import { buildSchema, GraphQLError, parse } from "graphql";
import {
  CompiledExecutionStrategy,
  type ExecutionStrategy,
  ReferenceExecutionStrategy,
} from "@espalier/espalier/graphql";
import { installResolvers } from "../../../src/graphql/engine/reference/install_resolvers.ts";
import { visible } from "./engines.ts";
import { PlainRequest } from "./plain_request.ts";
import { after } from "./schema_of.ts";

/** A request that tells clients nothing of exceptions. */
class MaskingRequest extends PlainRequest {
  override handleException(): readonly GraphQLError[] {
    return [new GraphQLError("masked")];
  }
}

const reference = new ReferenceExecutionStrategy();
const strategies: readonly ExecutionStrategy[] = [
  reference,
  new CompiledExecutionStrategy({ reference, generationBudget: Infinity }),
  new CompiledExecutionStrategy({ reference, generationBudget: 0 }),
];

const schema = buildSchema(`
  scalar Anything
  type Match { index: Int input: String }
  type Query {
    matches: [Match] lists: [[Match]] match: Match
    texts: [[String]] deepTexts: [[[String]]] anything: [Anything] list: [String]
  }
`);
installResolvers(schema);

async function assertAnswer(query: string, makeRoot: () => unknown, expected: unknown): Promise<void> {
  const unhandled: unknown[] = [];
  const listener = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    unhandled.push(event.reason);
  };
  addEventListener("unhandledrejection", listener);
  for (const strategy of strategies) {
    const operation = strategy.prepare(schema, parse(query), undefined);
    for (let use = 0; use < 4; use++) {
      const values = { rootValue: makeRoot(), variables: {}, request: new MaskingRequest() };
      const { data, errors } = visible(await operation.execute(values)) as Record<string, unknown>;
      const found = (errors as { message: string; path: unknown[] }[] | undefined)
        ?.map(({ message, path }) => [message, path.join(".")]);
      assertEquals({ by: strategy.name, use, data, errors: found }, { by: strategy.name, use, ...expected as object });
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 0));
  removeEventListener("unhandledrejection", listener);
  assertEquals(unhandled, []);
}

Deno.test("X1 items that are arrays with properties of their own stay what they are", async () => {
  const matches = () => [..."abab".matchAll(/b/g)];
  const found = [{ index: 1, input: "abab" }, { index: 3, input: "abab" }];
  await assertAnswer(
    "{ matches { index input } lists { index input } match { index input } anything }",
    () => ({ matches: matches(), lists: [matches()], match: matches()[0], anything: [[1, [2]], { toJSON: () => 3 }] }),
    { data: { matches: found, lists: [found], match: found[0], anything: [[1, [2]], 3] }, errors: undefined },
  );
});

Deno.test("E8 failures in lists of every kind, however deep, go to the exception handler", async () => {
  await assertAnswer(
    "{ texts deepTexts }",
    () => ({
      texts: [
        new Set(["a", new Error("secret")]),
        (async function* () {
          yield "b";
          throw new Error("secret");
        })(),
        after(50, () => new Set([new Error("secret"), "c"])),
      ],
      deepTexts: [[new Set([new Error("secret"), "d"])]],
    }),
    {
      data: { texts: [["a", null], null, [null, "c"]], deepTexts: [[[null, "d"]]] },
      errors: [["masked", "texts.0.1"], ["masked", "deepTexts.0.0.0"], ["masked", "texts.1"], [
        "masked",
        "texts.2.0",
      ]],
    },
  );
});

Deno.test("X4 promises that fail in a list that nobody wants any more don't end the process", async () => {
  await assertAnswer(
    "{ list }",
    () => ({
      list: (function* () {
        yield after(1, () => Promise.reject(new Error("item")));
        throw new Error("list");
      })(),
    }),
    { data: { list: null }, errors: [["list", "list"]] },
  );
  const items = [{ done: false, value: () => Promise.reject(new Error("item")) }, { done: true, value: () => "" }];
  await assertAnswer(
    "{ list }",
    () => {
      let at = 0;
      const next = () =>
        new Promise((resolve) => {
          const { done, value } = items[at++]!;
          setTimeout(() => resolve({ done, value: value() }), 0);
        });
      return { list: { [Symbol.asyncIterator]: () => ({ next }) } };
    },
    { data: { list: [null] }, errors: [["masked", "list.0"]] },
  );
});

Deno.test("E8 a getter that throws undefined goes to the exception handler, in generated code, too", async () => {
  await assertAnswer(
    "{ match { index input } list }",
    () => ({
      match: {
        get index() {
          throw undefined;
        },
        input: "i",
      },
      get list() {
        throw undefined;
      },
    }),
    {
      data: { match: { index: null, input: "i" }, list: null },
      errors: [["masked", "match.index"], ["masked", "list"]],
    },
  );
});
