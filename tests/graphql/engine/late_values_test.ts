import { assert, assertEquals } from "@std/assert";
import type { EspalierPropertiesInput } from "@espalier/espalier";
import { DataFetcherResult, type DataFetchingEnvironment, type RuntimeWiringBuilder } from "@espalier/espalier/graphql";
import { graphQlApp, post } from "../transport/graphql_app.ts";
import { executingWith, executionsOf, strategies } from "./strategies_under_test.ts";

const schema = `
  type Query { book: Book, books: [Book!], grid: [[Book!]!], holder: Holder!, thing: Thing, batch: [Source!], mute: Mute, stuck: Int }
  type Holder { wrong: Int!, book: Book, books: [Book!], grid: [[Book!]!], title: String, names: [String] }
  type Book { title: String, author: Author, tags: [String], editions: [Book!], wrong: Int! }
  type Author { name: String }
  interface Thing { title: String }
  type Mute implements Thing { title: String, author: Author }
  type Source { id: Int, value: String, mapped: String, author: Author }
`;

const failing = () => Promise.reject(new Error("late"));
const author = () => ({ name: failing() });

/** Values that hold promises which fail: each is given when nobody wants it any more, too. */
const shapes: Readonly<Record<string, () => unknown>> = {
  book: () => ({ title: failing(), author: failing(), tags: failing(), wrong: failing() }),
  bookWithin: () => ({ wrong: 1, author: author(), tags: [failing(), failing()], editions: [{ wrong: failing() }] }),
  bookLater: () => ({ wrong: 1, author: Promise.resolve(author()), editions: Promise.resolve([{ author: author() }]) }),
  books: () => [failing(), { title: failing() }, Promise.resolve({ author: author() })],
  bookSet: () => new Set([failing(), { title: failing() }, { author: author() }]),
  grid: () => [[failing(), { title: failing() }], [{ author: failing() }], failing()],
  many: () => Array.from({ length: 300 }, () => ({ title: failing() })),
  result: () => new DataFetcherResult({ data: { title: failing(), author: author() } }),
  stream: () =>
    (async function* () {
      yield { title: failing(), author: author(), wrong: 1 };
      yield failing();
    })(),
};

const fieldOf: Readonly<Record<string, string>> = {
  book: "book",
  bookWithin: "book",
  bookLater: "book",
  result: "book",
  books: "books",
  bookSet: "books",
  many: "books",
  stream: "books",
  grid: "grid",
};

const selection = "{ title tags wrong author { name } editions { wrong author { name } } }";

interface Moment {
  readonly query: (field: string) => string;
  readonly wiring: (wiring: RuntimeWiringBuilder, parts: { field: string; make: () => unknown }) => void;
  readonly properties?: EspalierPropertiesInput["graphql"];
  readonly leaves?: boolean;
}

/** Resolves after the request was cancelled. */
function whenCancelled<T>({ signal }: DataFetchingEnvironment, make: () => T): Promise<T> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(make())));
}

const moments: Readonly<Record<string, Moment>> = {
  "at once": {
    query: (field) => `{ ${field} ${selection} }`,
    wiring: (wiring, { field, make }) => wiring.type("Query", (type) => type.dataFetcher(field, make)),
  },
  "after the client left": {
    query: (field) => `{ ${field} ${selection} }`,
    wiring: (wiring, { field, make }) =>
      wiring.type("Query", (type) => type.dataFetcher(field, (environment) => whenCancelled(environment, make))),
    leaves: true,
  },
  "after the time limit": {
    query: (field) => `{ ${field} ${selection} }`,
    wiring: (wiring, { field, make }) =>
      wiring.type("Query", (type) => type.dataFetcher(field, (environment) => whenCancelled(environment, make))),
    properties: { executionTimeoutMs: 20 },
  },
  "when its list failed": {
    query: (field) => `{ holder { names ${field} ${selection} } }`,
    wiring: (wiring, { field, make }) =>
      wiring.type("Query", (type) => type.dataFetcher("holder", () => ({ names: 5, [field]: make() }))),
  },
  "beside a field that must not be null": {
    query: (field) => `{ holder { wrong ${field} ${selection} } }`,
    wiring: (wiring, { field, make }) =>
      wiring.type("Query", (type) => type.dataFetcher("holder", () => ({ wrong: null, [field]: make() }))),
  },
  "beside a later field that must not be null": {
    query: (field) => `{ holder { ${field} ${selection} wrong } }`,
    wiring: (wiring, { field, make }) =>
      wiring.type("Query", (type) => type.dataFetcher("holder", () => ({ wrong: null, [field]: make() }))),
  },
  "after a field failed that must not be null": {
    query: (field) => `{ holder { ${field} ${selection} wrong } }`,
    wiring: (wiring, { field, make }) => {
      wiring.type("Query", (type) => type.dataFetcher("holder", () => ({})));
      wiring.type(
        "Holder",
        (type) =>
          type.dataFetcher(field, () => new Promise((resolve) => setTimeout(() => resolve(make()), 2)))
            .dataFetcher("wrong", () => null),
      );
    },
  },
  "when the result is too large": {
    query: (field) => `{ ${field} ${selection} }`,
    wiring: (wiring, { field, make }) =>
      wiring.type("Query", (type) => type.dataFetcher(field, () => Promise.resolve(make()))),
    properties: { maxResultValues: 2 },
  },
  "while its type is awaited": {
    query: () => "{ thing { title ... on Mute { author { name } } } }",
    wiring: (wiring) => {
      wiring.type("Query", (type) => type.dataFetcher("thing", () => ({ title: failing(), author: author() })));
      wiring.type(
        "Thing",
        (type) => type.setTypeResolver(() => new Promise<string>((resolve) => setTimeout(() => resolve("Mute"), 2))),
      );
    },
  },
  "when its type is unknown": {
    query: () => "{ thing { title ... on Mute { author { name } } } }",
    wiring: (wiring) => {
      wiring.type("Query", (type) => type.dataFetcher("thing", () => ({ title: failing(), author: author() })));
      wiring.type("Thing", (type) => type.setTypeResolver(() => "Nothing"));
    },
  },
};

async function unhandledWhile(run: () => Promise<void>): Promise<number> {
  let count = 0;
  const listener = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    count++;
  };
  addEventListener("unhandledrejection", listener);
  try {
    await run();
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve, 1));
  } finally {
    removeEventListener("unhandledrejection", listener);
  }
  return count;
}

for (const [name, strategy] of Object.entries(strategies)) {
  for (const [moment, { query, wiring, properties, leaves }] of Object.entries(moments)) {
    Deno.test(`${name}: promises that fail in values given ${moment} never end the process`, async () => {
      for (const [shape, make] of Object.entries(shapes)) {
        const field = fieldOf[shape]!;
        await using app = await graphQlApp({
          schema,
          wiring: (builder) => wiring(builder, { field, make }),
          properties: { graphql: { maxResultBytes: 0, ...properties } },
          modules: [executingWith(strategy)],
        });
        const count = await unhandledWhile(async () => {
          for (let i = 0; i < executionsOf(name); i++) {
            const controller = new AbortController();
            const request = new Request(post({ query: query(field) }), { signal: controller.signal });
            const response = app.fetch(request);
            if (leaves) controller.abort();
            await (await response).text().catch(() => {});
          }
        });
        assertEquals({ shape, count }, { shape, count: 0 });
      }
    });
  }

  Deno.test(`${name}: a batch function that returns wrong promises never ends the process`, async () => {
    const answers: Readonly<Record<string, () => unknown>> = {
      "too many": () => [failing(), failing(), failing()],
      "a promise of too many": () => Promise.resolve([failing(), { name: failing() }, failing()]),
      "no list": () => ({ name: failing() }),
      "a map with more": () => new Map([[{}, failing()], [{}, Promise.resolve({ name: failing() })]]),
    };
    for (const [answer, make] of Object.entries(answers)) {
      const batch = Object.assign(() => null, { batch: make });
      await using app = await graphQlApp({
        schema,
        wiring: (wiring) => {
          wiring.type("Query", (type) => type.dataFetcher("batch", () => [{}, {}]));
          wiring.type("Source", (type) => type.dataFetcher("author", batch));
        },
        modules: [executingWith(strategy)],
      });
      const count = await unhandledWhile(async () => {
        for (let i = 0; i < executionsOf(name); i++) {
          await (await app.fetch(post({ query: "{ batch { author { name } } }" }))).text();
        }
      });
      assertEquals({ answer, count }, { answer, count: 0 });
    }
  });
}

Deno.test("the test of late values sees a rejection that nobody handles", async () => {
  assert(await unhandledWhile(() => Promise.resolve(void failing())) > 0);
});
