import { assert, assertEquals } from "@std/assert";
import {
  AbortedGraphQLExecutionError,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  parse,
} from "graphql";
import {
  CompiledExecutionStrategy,
  type ExecutionStrategy,
  ReferenceExecutionStrategy,
} from "@espalier/espalier/graphql";
import { withDataFetcher } from "../../../src/graphql/wiring/fetcher_attachment.ts";
import { bareGraphQlJs, compiledEngines } from "./engines.ts";
import { PlainRequest } from "./plain_request.ts";
import { after, schemaOf } from "./schema_of.ts";

type Resolver = GraphQLFieldResolver<unknown, PlainRequest>;

/** What code does beside answering, in order. */
let seen: string[] = [];

const note = (line: string) => void seen.push(line);

const resolvers: Record<string, Resolver> = {
  plain: (_, { n }) => note(`plain ${n}`),
  later: (_, { n }) => after(3, () => note(`later ${n}`)),
  cancel: (_, { n }, request, info) => {
    request.cancel(new Error("gone"));
    note(`cancel ${n}: ${info.getAbortSignal()?.reason}`);
    return 1;
  },
  cancelLater: (_, { n }, request) => after(2, () => (request.cancel(), note(`cancelled ${n}`))),
  cancelAndThrow: (_, { n }, request) => {
    request.cancel();
    note(`throw ${n}`);
    throw new Error("Thrown");
  },
  listen: (_source, _args, _request, info) => {
    info.getAbortSignal()?.addEventListener("abort", () => note("heard"));
    return 1;
  },
  signal: (_source, _args, _request, info) => note(`signal ${info.getAbortSignal()?.aborted}`),
  stream: (_source, _args, request) => streamOf(request),
};

function streamOf(request: PlainRequest): AsyncIterable<unknown> {
  let i = 0;
  const next = async () => {
    note(`next ${i}`);
    await null;
    if (i === 2) request.cancel();
    return { value: i++, done: i > 5 };
  };
  const close = () => {
    note("closed");
    return Promise.resolve({ value: undefined, done: true });
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: close }) };
}

function schema(): GraphQLSchema {
  const fields = Object.keys(resolvers).map((name) => `${name}(n: Int = 0): ${name === "stream" ? "[Int]" : "Int"}`);
  return schemaOf(`type Query { ${fields.join(" ")} q: [Query] } type Mutation { ${fields.join(" ")} }`, {
    Query: { ...resolvers, q: () => [{}, after(1, () => ({}))] },
    Mutation: resolvers,
  });
}

/** graphql-js throws where a request was cancelled; the contract has a result for it. */
const graphQlJs: ExecutionStrategy = {
  ...bareGraphQlJs,
  prepare: (...parts) => {
    const operation = bareGraphQlJs.prepare(...parts);
    const execute: typeof operation.execute = async (values) => {
      try {
        return await operation.execute(values);
      } catch (error) {
        if (!(error instanceof AbortedGraphQLExecutionError)) throw error;
        return { errors: [new GraphQLError("Execution has been asked to be cancelled")] };
      }
    };
    return { ...operation, execute };
  },
};

async function runWith(strategy: ExecutionStrategy, query: string): Promise<unknown> {
  seen = [];
  const operation = strategy.prepare(schema(), parse(query), undefined);
  const all: unknown[] = [];
  for (let i = 0; i < 4; i++) {
    seen = [];
    const result = await operation.execute({ rootValue: {}, variables: {}, request: new PlainRequest() });
    await after(20, () => {});
    all.push({ errors: result.errors?.map(({ message }) => message), data: result.data, seen });
  }
  return all;
}

const operations: Readonly<Record<string, readonly string[]>> = {
  "a cancelled mutation changes nothing more": [
    "mutation { a: plain(n: 1) cancel(n: 2) b: plain(n: 3) }",
    "mutation { cancelAndThrow later }",
    "mutation { later cancel plain b: later }",
    "mutation { cancelLater plain }",
    "mutation { stream plain }",
  ],
  "a field hears of a cancellation that another one causes": [
    "{ signal cancel s: signal }",
    "{ listen cancel plain signal }",
    "{ listen later cancel }",
    "{ listen q { listen } cancelLater signal }",
    "{ q { cancel signal } }",
    "{ listen plain }",
    "{ listen later }",
  ],
  "the source of a list is closed once": [
    "{ stream }",
    "{ stream later }",
    "{ cancel stream }",
  ],
};

for (const [rule, queries] of Object.entries(operations)) {
  Deno.test(`E7 ${rule}, as graphql-js has it`, async () => {
    for (const query of queries) {
      const expected = await runWith(graphQlJs, query);
      for (const [engine, strategy] of Object.entries(compiledEngines())) {
        assertEquals({ engine, query, all: await runWith(strategy, query) }, { engine, query, all: expected });
      }
    }
  });
}

Deno.test("E7 a request that was cancelled before it began gets the same answer from every strategy", async () => {
  const streaming = schemaOf("type Query { a: Int } type Subscription { a: Int }", {
    Subscription: { a: (event: unknown) => event },
  });
  const source = () => streamOf(new PlainRequest());
  const reference = new ReferenceExecutionStrategy();
  for (const strategy of [reference, new CompiledExecutionStrategy({ reference })]) {
    const query = strategy.prepare(streaming, parse("{ a }"), undefined);
    const subscription = strategy.prepare(streaming, parse("subscription { a }"), undefined);
    const values = { rootValue: { a: source }, variables: {}, request: new PlainRequest() };
    const opened = await subscription.subscribe(values);
    values.request.cancel(new Error("gone"));
    assert("source" in opened);
    for (const { errors, data } of [await query.execute(values), await opened.execute(1, values.request)]) {
      assertEquals([errors?.map(({ message }) => message), data], [
        ["Execution has been asked to be cancelled"],
        undefined,
      ]);
    }
  }
});

Deno.test("E7 batches that gathered before a cancellation are not asked for", async () => {
  const cancelling = schema();
  const { plain } = cancelling.getQueryType()!.getFields();
  const fetcher = Object.assign(() => 1, { batch: (sources: readonly unknown[]) => (note("batch"), sources) });
  plain!.extensions = withDataFetcher(plain!.extensions, fetcher);
  for (const strategy of Object.values(compiledEngines())) {
    for (const query of ["{ plain cancel }", "{ q { plain } cancelLater }"]) {
      const operation = strategy.prepare(cancelling, parse(query), undefined);
      for (let i = 0; i < 4; i++) {
        seen = [];
        const { errors } = await operation.execute({ rootValue: {}, variables: {}, request: new PlainRequest() });
        await after(20, () => {});
        assertEquals(errors?.map(({ message }) => message), ["Execution has been asked to be cancelled"]);
        assertEquals(seen.filter((line) => line === "batch").length, query.includes("cancelLater") ? 1 : 0);
      }
    }
  }
});
