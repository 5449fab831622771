import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { GraphQLError, parse } from "graphql";
import {
  BoundedDocumentCache,
  CompiledExecutionStrategy,
  DataFetcherResult,
  DefaultBatchLoaderRegistry,
  DefaultExecutionGraphQlService,
  ExecutionInput,
  type ExecutionStrategy,
  GraphQlSource,
  type Instrumentation,
  ReferenceExecutionStrategy,
  RequestDataLoaders,
  type TypeDefinitionRegistry,
} from "@espalier/espalier/graphql";
import { ask, requestOf, sourceOf } from "../graphql_setup.ts";

const schema = "type Query { a: String n(of: Int): Int } type Mutation { m: String } type Subscription { s: Int }";

function source() {
  return sourceOf(schema, (wiring) => {
    wiring.type("Query", (type) => type.addDataFetchers({ a: () => "A", n: (env) => env.argument("of") }));
    wiring.type("Mutation", (type) => type.dataFetcher("m", () => "M"));
    wiring.type("Subscription", (type) => type.dataFetcher("s", () => 1));
  });
}

/** A strategy that notes which operations it prepares. */
function noting(name: string, prepared: string[]): ExecutionStrategy {
  const inner = new ReferenceExecutionStrategy();
  return {
    name,
    prepare: (...args) => {
      prepared.push(name);
      return inner.prepare(...args);
    },
  };
}

Deno.test("A2.5 each kind of operation has a strategy of its own", async () => {
  const prepared: string[] = [];
  const built = await source().configureGraphQl((graphQl) => {
    graphQl.queryExecutionStrategy(noting("query", prepared)).mutationExecutionStrategy(noting("mutation", prepared));
  }).configureGraphQl((graphQl) => void graphQl.subscriptionExecutionStrategy(noting("subscription", prepared)))
    .build();
  assertEquals((await ask(built, "{ a }")).data, { a: "A" });
  assertEquals((await ask(built, "mutation { m }")).data, { m: "M" });
  const events = (await ask(built, "subscription { s }")).stream!;
  assertEquals((await Array.fromAsync(events)).map(({ data }) => ({ ...data })), [{ s: 1 }]);
  assertEquals(prepared, ["query", "mutation", "subscription"]);
});

Deno.test("A1.15 a document is parsed and validated once, invalid ones too, in a cache of their own", async () => {
  const cache = new BoundedDocumentCache();
  let parsed = 0;
  const built = await source().configureGraphQl((graphQl) => {
    graphQl.preparsedDocumentProvider(cache).instrumentation({ beginParse: () => void parsed++ });
  }).build();
  for (const document of ["{ a }", "{ a }", "{ nope }", "{ nope }", "{ a }"]) await ask(built, document);
  assertEquals([parsed, cache.size], [2, { valid: 1, invalid: 1 }]);
});

Deno.test("A1.15 the cache is bounded; what was used least recently leaves first, nonsense can't push out good documents", async () => {
  const cache = new BoundedDocumentCache({ maxCharacters: 62, maxInvalidCharacters: 30 });
  const parsed: string[] = [];
  const built = await source().configureGraphQl((graphQl) => {
    graphQl.preparsedDocumentProvider(cache).instrumentation({
      beginParse: ({ input }) => void parsed.push(input.query),
    });
  }).build();
  const first = "{ first: a }";
  const second = "{ second: a }";
  const third = "{ third: a }";
  for (const document of [first, second, first, third, first, second]) await ask(built, document);
  assertEquals(parsed, [first, second, third, second]);
  for (let n = 0; n < 50; n++) await ask(built, `{ x${n} }`);
  assertEquals(cache.size, { valid: 2, invalid: 1 });
});

Deno.test("A1.15 a provider may answer documents of its own making, whose operations are prepared once", async () => {
  const document = parse("query One { one: a } query Two { two: a }");
  const prepared: string[] = [];
  const built = await source().configureGraphQl((graphQl) => {
    graphQl.preparsedDocumentProvider({ getDocument: () => ({ document }) }).queryExecutionStrategy(
      noting("query", prepared),
    );
  }).build();
  for (const operationName of ["One", "Two", "One", "Two"]) await ask(built, { document: "stored", operationName });
  assertEquals(prepared, ["query", "query"]);
});

Deno.test("A1.15 a provider of the user's own may answer from its store", async () => {
  const texts = new Map([["hash-1", "{ a }"]]);
  const built = await source().configureGraphQl((graphQl) => {
    graphQl.preparsedDocumentProvider({
      getDocument: async (input, parseAndValidate) => {
        await Promise.resolve();
        const text = texts.get(String(input.extensions["id"]));
        return parseAndValidate(text === undefined ? input : input.transform({ query: text }));
      },
    });
  }).build();
  assertEquals((await ask(built, { extensions: { id: "hash-1" } })).data, { a: "A" });
});

Deno.test("A2.5 A2.10 instrumentations see the phases: they begin in order and end in reverse", async () => {
  const calls: string[] = [];
  const instrumentation = (name: string): Instrumentation => {
    const phase = (what: string) => () => {
      calls.push(`${name}+${what}`);
      return (_result: unknown, error: unknown) => void calls.push(`${name}-${what}${error ? " failed" : ""}`);
    };
    return {
      instrumentExecutionInput: (input) => input.transform({ variables: { ...input.variables, [name]: 1 } }),
      beginExecution: phase("execution"),
      beginParse: phase("parse"),
      beginValidation: phase("validation"),
      beginExecuteOperation: phase("operation"),
      instrumentDataFetcher: (fetcher, { typeName, fieldName }) => (environment) => {
        calls.push(`${name} ${typeName}.${fieldName}`);
        return fetcher(environment);
      },
      instrumentExecutionResult: (result) => ({ ...result, extensions: { ...result.extensions, [name]: true } }),
    };
  };
  const built = await source().instrumentation(instrumentation("1"), instrumentation("2")).build();
  const response = await ask(built, "{ a }");
  assertEquals(response.toMap(), { data: { a: "A" }, extensions: { 1: true, 2: true } });
  assertEquals(calls, [
    ...["1+execution", "2+execution", "1+parse", "2+parse", "2-parse", "1-parse"],
    ...["1+validation", "2+validation", "2-validation", "1-validation", "1+operation", "2+operation"],
    ...["1 Query.a", "2 Query.a", "2-operation", "1-operation", "2-execution", "1-execution"],
  ]);
  calls.length = 0;
  await ask(built, "{");
  assertEquals(calls.filter((call) => call.includes("parse")), [
    "1+parse",
    "2+parse",
    "2-parse failed",
    "1-parse failed",
  ]);
});

Deno.test("X4 what needs no waiting is answered without a promise, by both strategies", async () => {
  const reference = new ReferenceExecutionStrategy();
  const compiled = new CompiledExecutionStrategy({ reference });
  for (const strategy of [compiled, reference]) {
    const built = await source().configureGraphQl((graphQl) => void graphQl.queryExecutionStrategy(strategy)).build();
    const service = new DefaultExecutionGraphQlService(built);
    const response = service.execute(requestOf("{ a n(of: 7) }"));
    assertEquals(response instanceof Promise, false);
    assertEquals((await response).toMap(), { data: { a: "A", n: 7 } });
  }
});

Deno.test("A1.2 a GraphQL error that a provider or an instrumentation throws ends the execution with that error", async () => {
  const stop = (classification?: string): never => {
    throw new GraphQLError("not today", classification ? { extensions: { classification } } : {});
  };
  const instrumented = await source().instrumentation({ beginExecuteOperation: () => stop() }).build();
  assertEquals((await ask(instrumented, "{ a }")).toMap(), {
    errors: [{ message: "not today", extensions: { classification: "ExecutionAborted" } }],
  });
  const provided = await source().configureGraphQl((graphQl) => {
    graphQl.preparsedDocumentProvider({
      getDocument: () => Promise.resolve().then(() => stop("PERSISTED_QUERY_NOT_FOUND")),
    });
  }).build();
  assertEquals((await ask(provided, "{ a }")).toMap(), {
    errors: [{ message: "not today", extensions: { classification: "PERSISTED_QUERY_NOT_FOUND" } }],
  });
});

Deno.test("C139 an execution that was cancelled before it began is aborted", async () => {
  const built = await source().build();
  const input = new ExecutionInput({ query: "{ a }" });
  input.cancel();
  const result = await built.graphQl.execute(input);
  assertEquals(result.errors!.map(({ message, extensions }) => [message, extensions["classification"]]), [
    ["Execution has been asked to be cancelled", "ExecutionAborted"],
  ]);
  assertEquals("data" in result, false);
});

Deno.test("E7 C140 a subscription whose input is cancelled fails, and its source is closed", async () => {
  const closed = Promise.withResolvers<string>();
  const built = await sourceOf("type Query { a: Int } type Subscription { ticks: Int }", (wiring) => {
    wiring.type("Subscription", (type) =>
      type.dataFetcher("ticks", async function* ({ signal }) {
        try {
          yield 1;
          await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        } finally {
          closed.resolve("closed");
        }
      }));
  }).build();
  const input = new ExecutionInput({ query: "subscription { ticks }" });
  const { stream } = await built.graphQl.execute(input);
  const events = stream![Symbol.asyncIterator]();
  assertEquals((await events.next()).value?.data, { ticks: 1 });
  const next = assertRejects(() => events.next(), DOMException, "The request was cancelled");
  input.cancel();
  assertEquals((await next).name, "AbortError");
  assertEquals(await closed.promise, "closed");
});

Deno.test("E7 a cancelled execution calls no nested fetcher any more", async () => {
  const calls: string[] = [];
  const gate = Promise.withResolvers<object>();
  const built = await sourceOf("type Query { outer: Outer } type Outer { inner: String }", (wiring) => {
    wiring.type("Query", (type) => type.dataFetcher("outer", () => gate.promise));
    wiring.type("Outer", (type) => type.dataFetcher("inner", () => void calls.push("inner")));
  }).build();
  const request = requestOf("{ outer { inner } }");
  const response = new DefaultExecutionGraphQlService(built).execute(request);
  request.cancellation.cancel();
  gate.resolve({});
  assertEquals((await response).errors.map(({ extensions }) => extensions["classification"]), ["ExecutionAborted"]);
  await new Promise((resolve) => setTimeout(resolve, 0));
  assertEquals(calls, []);
});

Deno.test("C112 a registrar that gets registrations later fills the request's own registry", async () => {
  const registry = new DefaultBatchLoaderRegistry();
  const service = new DefaultExecutionGraphQlService(await source().build()).addDataLoaderRegistrar(registry);
  registry.forName<string, string>("late").registerBatchLoader((keys) => keys);
  const own = new RequestDataLoaders();
  const request = requestOf("{ a }").configureExecutionInput((input) => input.transform({ dataLoaderRegistry: own }));
  assertEquals((await service.execute(request)).data, { a: "A" });
  assertEquals(own.names, ["late"]);
});

Deno.test("C493 C494 a local context reaches the fetchers below, whatever it is", async () => {
  class Custom {}
  const custom = new Custom();
  const built = await sourceOf("type Query { a: A } type A { b: B } type B { same: Boolean }", (wiring) => {
    wiring.type(
      "Query",
      (type) => type.dataFetcher("a", () => new DataFetcherResult({ data: {}, localContext: custom })),
    );
    wiring.type("A", (type) => type.dataFetcher("b", () => ({})));
    wiring.type("B", (type) => type.dataFetcher("same", ({ localContext }) => localContext === custom));
  }).build();
  assertEquals((await ask(built, "{ a { b { same } } }")).data, { a: { b: { same: true } } });
});

Deno.test("C110 the locale is the request's, else the process's", async () => {
  const built = await sourceOf("type Query { locale: String }", (wiring) => {
    wiring.type("Query", (type) => type.dataFetcher("locale", (environment) => environment.locale));
  }).build();
  assertEquals((await ask(built, { document: "{ locale }", locale: "it" })).data, { locale: "it" });
  assertEquals((await ask(built, "{ locale }")).data, { locale: navigator.language });
});

Deno.test("a request knows its own body", () => {
  const request = requestOf({ document: "{ a }", operationName: "x", variables: { n: 1 }, extensions: { e: 1 } });
  assertEquals(request.toMap(), { query: "{ a }", operationName: "x", variables: { n: 1 }, extensions: { e: 1 } });
  assertEquals(requestOf("{ a }").toMap(), { query: "{ a }" });
});

/** The published text defines two fields of one type twice. */
function withoutRepeatedFields(registry: TypeDefinitionRegistry): void {
  for (const type of registry.types) {
    if (type.kind !== "ObjectTypeDefinition" || !type.fields) continue;
    const fields = [...new Map(type.fields.map((field) => [field.name.value, field])).values()];
    if (fields.length < type.fields.length) registry.remove(type).add({ ...type, fields });
  }
}

Deno.test("GitHub's schema loads, wires and answers introspection", async () => {
  const { schema: github } = await import("@octokit/graphql-schema");
  const built = await sourceOf(github.idl, (wiring) => {
    wiring.type("Query", (type) => type.dataFetcher("viewer", () => ({ login: "octocat" })));
  }).configureTypeDefinitions(withoutRepeatedFields).build();
  assertEquals((await ask(built, "{ viewer { login } }")).data, { viewer: { login: "octocat" } });
  const { getIntrospectionQuery } = await import("graphql");
  const response = await ask(built, getIntrospectionQuery());
  assertEquals(response.errors, []);
  const types = (response.data as { __schema: { types: unknown[] } }).__schema.types.length;
  assertEquals(types > 1_000, true);
  const copied = await GraphQlSource.builder(built.schema).build();
  assertStringIncludes(String(Object.keys(copied.schema.getTypeMap()).length), String(types));
});
