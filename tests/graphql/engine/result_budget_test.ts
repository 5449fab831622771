import { assert, assertEquals } from "@std/assert";
import { type EspalierPropertiesInput, ResultBudget } from "@espalier/espalier";
import {
  type DataFetchingEnvironment,
  GraphQLScalarType,
  type RuntimeWiringBuilder,
  type WebGraphQlInterceptor,
} from "@espalier/espalier/graphql";
import { graphQlApp, post } from "../transport/graphql_app.ts";
import { executingWith, executionsOf, strategies } from "./strategies_under_test.ts";

const schema = `
  scalar Json
  type Query {
    rows: [Row!], nullable: [Row], loose: Row, numbers: [Int!], texts: [String!], text: String, json: Json, set: [Int!]
    endless: [Int!], endlessLater: [Int!], endlessRows: [Row!], later: [Row!], promises: [Int!], batched: [Row!]
    slow: [Slow!], never: Int, nested: [[Int!]!]!, shapes: [Shape!], method: [Row!], fetched: [Fetched!], enums: [Color!]
  }
  type Mutation { rows: [Row!], endless: [Int!] }
  enum Color { RED }
  interface Shape { id: ID! }
  type Row implements Shape { id: ID!, name: String, rows: [Row!], row: Row, batched: [Row!] }
  type Slow { wait: Int! }
  type Fetched { id: ID!, text: String }
`;

const counts = { fetched: 0, closed: 0, aborted: 0 };

interface Row {
  readonly id: string;
  readonly name: string;
  readonly rows: readonly Row[];
  readonly row: Row;
  readonly __typename: string;
}

const row: Row = {
  id: "1",
  name: "one",
  __typename: "Row",
  get rows() {
    return Array(100).fill(row);
  },
  get row() {
    return row;
  },
};

function* endless(): Generator<unknown> {
  try {
    for (;;) yield row;
  } finally {
    counts.closed++;
  }
}

async function* endlessLater(): AsyncGenerator<number> {
  try {
    for (let i = 0;; i++) yield await i;
  } finally {
    counts.closed++;
  }
}

function busy(ms: number): number {
  const end = performance.now() + ms;
  while (performance.now() < end);
  return 1;
}

function never({ signal }: DataFetchingEnvironment): Promise<number> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => {
      counts.aborted++;
      reject(signal.reason);
    });
  });
}

const fetchers: Readonly<Record<string, (environment: DataFetchingEnvironment) => unknown>> = {
  rows: () => Array(100).fill(row),
  nullable: () => Array(100).fill(row),
  loose: () => row,
  numbers: () => Array(1_000_000).fill(1),
  texts: () => Array(100).fill("\u0001".repeat(1_000)),
  text: () => "x".repeat(50_000_000),
  json: () => Array(10_000).fill({ a: [1, 2, 3] }),
  set: () => new Set(Array.from({ length: 10_000 }, (_, i) => i)),
  endless: () => ({
    *[Symbol.iterator]() {
      for (const _ of endless()) yield 1;
    },
  }),
  endlessRows: () => endless(),
  endlessLater,
  later: async () => await Promise.resolve(Array(100).fill(row)),
  promises: () => Array.from({ length: 10_000 }, () => Promise.resolve(1)),
  batched: () => Array(100).fill(0).map(() => ({ ...row })),
  slow: () => Array(1_000).fill({}),
  never,
  nested: () => Array(100).fill(Array(100).fill(1)),
  shapes: () => Array(1_000).fill(row),
  fetched: () => Array(2_000).fill({}),
  enums: () => Array(10_000).fill("RED"),
};

function wiring(wiring: RuntimeWiringBuilder): void {
  wiring.scalar(new GraphQLScalarType({ name: "Json" }));
  wiring.type("Query", (type) => {
    for (const [name, fetcher] of Object.entries(fetchers)) type.dataFetcher(name, fetcher);
    return type;
  });
  wiring.type("Mutation", (type) => type.dataFetcher("rows", fetchers.rows!).dataFetcher("endless", fetchers.endless!));
  wiring.type("Slow", (type) => type.dataFetcher("wait", () => (counts.fetched++, busy(3))));
  wiring.type(
    "Fetched",
    (type) => type.dataFetcher("id", () => `${counts.fetched++}`).dataFetcher("text", () => Promise.resolve("text")),
  );
  wiring.type("Row", (type) =>
    type.dataFetcher(
      "batched",
      Object.assign(() => Array.from({ length: 100 }, () => ({ ...row })), {
        batch: (sources: readonly unknown[]) => sources.map(() => Array.from({ length: 100 }, () => ({ ...row }))),
      }),
    ));
}

type Limits = NonNullable<EspalierPropertiesInput["graphql"]>;

const off: Limits = { maxResultValues: 0, maxResultBytes: 0, executionTimeoutMs: 0, maxCost: 0 };
const values: Limits = { ...off, maxResultValues: 1_000 };
const bytes: Limits = { ...off, maxResultBytes: 100_000 };
const time: Limits = { ...off, executionTimeoutMs: 60 };

const hostile: readonly (readonly [string, Limits, string])[] = [
  ["{ rows { id rows { id } } }", values, "maxResultValues"],
  ["{ rows { rows { rows { rows { rows { rows { id name } } } } } } }", values, "maxResultValues"],
  ["{ nullable { row { row { rows { row { id } } } } } }", values, "maxResultValues"],
  ["{ loose { rows { rows { id } } } }", values, "maxResultValues"],
  ["{ numbers }", values, "maxResultValues"],
  ["{ set }", values, "maxResultValues"],
  ["{ nested }", values, "maxResultValues"],
  ["{ enums }", values, "maxResultValues"],
  ["{ shapes { id ... on Row { name } } }", values, "maxResultValues"],
  ["{ endless }", values, "maxResultValues"],
  ["{ endlessLater }", values, "maxResultValues"],
  ["{ endlessRows { id } }", values, "maxResultValues"],
  ["{ later { rows { id } } }", values, "maxResultValues"],
  ["{ promises }", values, "maxResultValues"],
  ["{ batched { batched { batched { id } } } }", values, "maxResultValues"],
  ["{ fetched { id text } }", values, "maxResultValues"],
  ["{ never rows { rows { id } } }", values, "maxResultValues"],
  ["{ json }", bytes, "maxResultBytes"],
  ["{ a: json b: json c: json d: json }", bytes, "maxResultBytes"],
  ["{ texts }", bytes, "maxResultBytes"],
  ["{ text }", bytes, "maxResultBytes"],
  ["{ text rows { id } }", bytes, "maxResultBytes"],
  ["{ rows { rows { name rows { id name } } } }", bytes, "maxResultBytes"],
  [
    "{ __schema { ...T x: types { ...F } y: types { ...F } z: types { ...F } } } fragment T on __Schema { a: types { ...F } b: types { ...F } c: types { ...F } } fragment F on __Type { name kind description fields { name description isDeprecated } }",
    values,
    "maxResultValues",
  ],
  ["{ slow { wait } }", time, "executionTimeoutMs"],
  ["{ never }", time, "executionTimeoutMs"],
  ["{ rows { id } never }", time, "executionTimeoutMs"],
];

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly limit?: { name: string } } }[];
}

for (const [name, strategy] of Object.entries(strategies)) {
  for (const [query, limits, limit] of hostile) {
    Deno.test(`${name}: ${limit} ends ${query.slice(0, 60)} with one small error`, async () => {
      await using app = await graphQlApp({
        schema,
        wiring,
        properties: { graphql: limits },
        modules: [executingWith(strategy)],
      });
      for (let i = 0; i < executionsOf(name); i++) {
        const before = { ...counts };
        const response = await app.fetch(post({ query }));
        const text = await response.text();
        const { data, errors }: Answer = JSON.parse(text);
        assertEquals([response.status, data, errors?.length], [200, null, 1]);
        assertEquals(errors?.[0]?.extensions.limit?.name, limit);
        assert(text.length < 500, text);
        if (query.includes("never")) assertEquals(counts.aborted, before.aborted + 1);
        if (query.includes("endless")) assertEquals(counts.closed, before.closed + 1);
        assert(counts.fetched - before.fetched < 1_100);
      }
    });
  }

  Deno.test(`${name}: a mutation says that its changes remain when its result is too large`, async () => {
    const properties = { graphql: values };
    await using app = await graphQlApp({ schema, wiring, properties, modules: [executingWith(strategy)] });
    for (let i = 0; i < executionsOf(name); i++) {
      const { data, errors }: Answer = await (await app.fetch(post({ query: "mutation { rows { rows { id } } }" })))
        .json();
      assertEquals(data, null);
      const [message] = errors?.map(({ message }) => message) ?? [];
      assert(
        message?.startsWith(
          "Cannot return the result of the mutation, whose changes remain, as the number of values of its result must be <= 1000",
        ),
        message,
      );
    }
  });

  Deno.test(`${name}: results below the limits are complete, and interceptors see what was counted`, async () => {
    const seen: (readonly [number, number])[] = [];
    const interceptor: WebGraphQlInterceptor = {
      intercept: async (request, next) => {
        const response = await next(request);
        const budget = request.graphQlContext.get<ResultBudget>(ResultBudget);
        seen.push([budget?.values ?? 0, budget?.bytes ?? 0]);
        return response;
      },
    };
    await using app = await graphQlApp({
      schema,
      wiring,
      properties: { graphql: { ...off, maxResultValues: 310, maxResultBytes: 10_000 } },
      modules: [executingWith(strategy)],
      interceptors: [interceptor],
    });
    for (let i = 0; i < executionsOf(name); i++) {
      const response = await app.fetch(post({ query: "{ rows { id name } }" }));
      const text = await response.text();
      assertEquals(JSON.parse(text), { data: { rows: Array(100).fill({ id: "1", name: "one" }) } });
      const [counted, size] = seen[i]!;
      assertEquals(counted, 301); // the field, 100 items of two fields
      assert(size >= text.length * 0.8 && size <= text.length * 1.5, `${size} of ${text.length}`);
    }
  });

  Deno.test(`${name}: no answer is larger than maxResultBytes, whatever its values are`, async () => {
    const texts = ["ü".repeat(50), "\u0001".repeat(30), '"'.repeat(70), "\ud800".repeat(20), "漢".repeat(40), "", "a"];
    let length = 0;
    await using app = await graphQlApp({
      schema,
      wiring: (builder) => {
        wiring(builder);
        builder.type(
          "Query",
          (type) =>
            type.dataFetcher("texts", () => Array.from({ length }, (_, i) => texts[i % texts.length]))
              .dataFetcher("json", () => ({ values: Array(length).fill(0.1234567890123) })),
        );
      },
      properties: { graphql: { ...off, maxResultBytes: 10_000 } },
      modules: [executingWith(strategy)],
    });
    const outcomes = new Set<boolean>();
    for (length = 10; length < 800; length += 13) {
      const text = await (await app.fetch(post({ query: "{ texts json }" }))).text();
      const isRefused = JSON.parse(text).data === null;
      outcomes.add(isRefused);
      const size = new TextEncoder().encode(text).length;
      assert(size <= 10_100, `${size}`);
      assert(!isRefused || length > 50);
    }
    assertEquals(outcomes.size, 2);
  });
}

Deno.test("the operations of a batch share one budget", async () => {
  const properties = { graphql: { ...off, maxResultValues: 500, maxBatchOperations: 10 } };
  await using app = await graphQlApp({ schema, wiring, properties });
  const response = await app.fetch(post(Array(4).fill({ query: "{ rows { id } }" })));
  const answers: Answer[] = await response.json();
  assertEquals(answers.map(({ data }) => data !== null), [true, true, false, false]);
});
