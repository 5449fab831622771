import { tracingChannel } from "node:diagnostics_channel";
import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { assert, assertEquals } from "@std/assert";
import {
  buildSchema,
  type DocumentNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  parse,
  subscribe,
} from "graphql";
import type { Logger } from "@espalier/espalier";
import {
  BoundedDocumentCache,
  CompiledExecutionStrategy,
  ReferenceExecutionStrategy,
} from "@espalier/espalier/graphql";
import { ask, sourceOf } from "../graphql_setup.ts";
import { bareGraphQlJs, compiledEngines } from "./engines.ts";
import { PlainRequest } from "./plain_request.ts";
import { after, fail } from "./schema_of.ts";

Deno.test("info is equal to graphql-js's, field for field", async () => {
  const schema = buildSchema("type Query { a(n: Int = 2): [Query], b: String }");
  const { a, b } = (schema.getQueryType() as GraphQLObjectType).getFields();
  let seen: GraphQLResolveInfo[] = [];
  a!.resolve = (_source, _args, _context, info) => {
    seen.push(info);
    return seen.length < 4 ? [{}, Promise.resolve({})] : [];
  };
  b!.resolve = function (..._all: unknown[]) {
    // Nothing but its source tells that such a resolver reads info.
    seen.push(arguments[3] as GraphQLResolveInfo);
    return "b";
  };
  const query = "query ($v: Int = 3) { x: a(n: $v) { ...F } } fragment F on Query { a { b } b }";
  const infosOf = async (strategy: typeof bareGraphQlJs) => {
    seen = [];
    const values = { rootValue: { root: true }, variables: { v: 5 }, request: new PlainRequest() };
    await strategy.prepare(schema, document, undefined).execute(values);
    return seen;
  };
  const document = parse(query);
  const expected = await infosOf(bareGraphQlJs);
  for (const strategy of Object.values(compiledEngines())) {
    const actual = await infosOf(strategy);
    assertEquals(actual.length, expected.length);
    for (const [i, info] of actual.entries()) {
      const other = expected[i]!;
      assertEquals(Object.keys(info), Object.keys(other));
      assertEquals(info.path, other.path);
      assertEquals(info.variableValues.coerced, other.variableValues.coerced);
      assertEquals([info.fieldName, String(info.returnType), info.rootValue], [
        other.fieldName,
        String(other.returnType),
        other.rootValue,
      ]);
      const same = (["schema", "operation", "parentType"] as const).map((key) => info[key] === other[key]);
      assertEquals([...same, info.fieldNodes.every((node, n) => node === other.fieldNodes[n])], [
        true,
        true,
        true,
        true,
      ]);
      assertEquals(Object.keys(info.fragments), Object.keys(other.fragments));
    }
  }
});

Deno.test("info is a request's own: what a resolver changes in it doesn't reach other requests", async () => {
  const schema = buildSchema("type Query { a: Query, b: String }");
  const { a } = (schema.getQueryType() as GraphQLObjectType).getFields();
  const lists: unknown[] = [];
  a!.resolve = (_source, _args, _context, { fieldNodes, fragments }) => {
    lists.push(fieldNodes, fragments);
    Object.assign(fragments, { F: undefined });
    (fieldNodes as unknown[]).length = 0;
    return { b: "B" };
  };
  for (const strategy of Object.values(compiledEngines())) {
    const operation = strategy.prepare(schema, parse("{ a { ...F } } fragment F on Query { b }"), undefined);
    lists.length = 0;
    for (let i = 0; i < 5; i++) {
      const { data } = await operation.execute({ rootValue: {}, variables: {}, request: new PlainRequest() });
      assertEquals(data, { a: { b: "B" } });
    }
    assertEquals(new Set(lists).size, 10);
  }
});

Deno.test("E7 a cancelled request is answered at once, and its abort signal fires", async () => {
  const schema = buildSchema("type Query { slow: String }");
  let signal: AbortSignal | undefined;
  (schema.getQueryType() as GraphQLObjectType).getFields().slow!.resolve = (_s, _a, _c, info) => {
    signal = info.getAbortSignal();
    return new Promise(() => {});
  };
  for (const strategy of Object.values(compiledEngines())) {
    const request = new PlainRequest();
    const operation = strategy.prepare(schema, parse("{ slow }"), undefined);
    const pending = operation.execute({ rootValue: {}, variables: {}, request });
    request.cancel(new Error("gone"));
    const { data, errors } = await pending;
    assertEquals([data, errors?.[0]?.message, signal?.aborted], [
      undefined,
      "Execution has been asked to be cancelled",
      true,
    ]);
  }
});

Deno.test("A list that throws when it is read, and comes after the answer was given, ends nothing", async () => {
  const schema = buildSchema("type Query { sure: Int! list: [Int] promised: [Int] }");
  const unreadable = () => Object.defineProperty([1, 2], 1, { get: fail(new Error("Read")) });
  const unhandled: unknown[] = [];
  const note = (event: PromiseRejectionEvent) => (event.preventDefault(), unhandled.push(event.reason));
  addEventListener("unhandledrejection", note);
  try {
    for (const strategy of Object.values(compiledEngines())) {
      const operation = strategy.prepare(schema, parse("{ list promised sure }"), undefined);
      const rootValue = { list: () => after(1, unreadable), promised: () => Promise.resolve(unreadable()) };
      for (let i = 0; i < 4; i++) {
        const { data } = await operation.execute({ rootValue, variables: {}, request: new PlainRequest() });
        assertEquals(data, null);
      }
    }
    await after(5, () => {});
  } finally {
    removeEventListener("unhandledrejection", note);
  }
  assertEquals(unhandled, []);
});

const unreadableErrors: Readonly<Record<string, readonly [message: string, error: () => unknown]>> = {
  "whose extensions throw": ["E", () => {
    const extensions = new Proxy({}, { ownKeys: fail(new Error("Read")) });
    return Object.assign(new Error("E"), { extensions });
  }],
  "whose path throws": ["Read", () => Object.defineProperty(new Error("P"), "path", { get: fail(new Error("Read")) })],
  "with nodes of something else": [
    "Cannot read properties of undefined (reading 'body')",
    () => Object.assign(new Error("N"), { nodes: [{ loc: { start: 1 } }] }),
  ],
};

for (const [kind, [message, error]] of Object.entries(unreadableErrors)) {
  Deno.test(`E8 an exception ${kind} fails its field alone, at once or later`, async () => {
    const schema = buildSchema("type Query { now: Int later: Int items: [Int] one: One } scalar One");
    Object.assign(schema.getType("One")!, { coerceOutputValue: () => fail(error())() });
    const failing = () => fail(error())();
    const rootValue = {
      now: failing,
      later: () => after(1, failing),
      items: () => [after(1, failing), 2],
      one: () => after(2, () => 1),
    };
    for (const strategy of Object.values(compiledEngines())) {
      const operation = strategy.prepare(schema, parse("{ now later items one }"), undefined);
      for (let i = 0; i < 4; i++) {
        const { data, errors } = await operation.execute({ rootValue, variables: {}, request: new PlainRequest() });
        assertEquals(data, { now: null, later: null, items: [null, 2], one: null });
        const found = errors?.map((error) => [error.message, error.path]);
        assertEquals(found, [["now"], ["later"], ["items", 0], ["one"]].map((path) => [message, path]));
      }
    }
  });
}

Deno.test("S9 a document that is nested too deeply for generated code is interpreted", async () => {
  const schema = buildSchema("type Query { q: Query, n: Int }");
  const document = parse(`${"{ q ".repeat(1_400)} { n } ${"}".repeat(1_400)}`);
  const rootValue = { q: {}, n: 1 };
  rootValue.q = rootValue;
  const operation = compiledEngines().compiled!.prepare(schema, document, undefined);
  for (let i = 0; i < 5; i++) {
    // Where the stack is too small for interpreting as well, that is an error of a field.
    const { data } = await operation.execute({ rootValue, variables: {}, request: new PlainRequest() });
    assert(data !== undefined);
  }
});

Deno.test("graphql-js's tracing channels are spoken to while somebody listens", async () => {
  const seen: unknown[] = [];
  const channel = tracingChannel<unknown, { fieldName: string }>("graphql:resolve");
  const subscriber = { start: (message: { fieldName: string }) => void seen.push(message.fieldName) };
  const schema = buildSchema("type Query { a: String b: String }");
  const operation = compiledEngines().compiled!.prepare(schema, parse("{ a b }"), undefined);
  const run = () => operation.execute({ rootValue: { a: "A" }, variables: {}, request: new PlainRequest() });
  channel.subscribe(subscriber as never);
  await run();
  channel.unsubscribe(subscriber as never);
  await run();
  assertEquals(seen, ["a", "b"]);
});

Deno.test("graphql:validate hears of every document that is validated", async () => {
  const seen: unknown[] = [];
  const channel = tracingChannel<unknown, { document: DocumentNode }>("graphql:validate");
  const subscriber = { end: ({ document }: { document: DocumentNode }) => void seen.push(document.loc?.source.body) };
  const source = await sourceOf("type Query { a: String }").build();
  seen.length = 0;
  channel.subscribe(subscriber as never);
  for (const query of ["{ a }", "{ a }", "{ a @skip(if: true) b: a }", "{ unknown }"]) await ask(source, query);
  channel.unsubscribe(subscriber as never);
  await ask(source, "{ c: a }");
  assertEquals(seen, ["{ a }", "{ a @skip(if: true) b: a }", "{ unknown }"]);
});

Deno.test("S9 keys that are no names, in a document made by code, are never part of generated code", async () => {
  const schema = buildSchema("type Query { a: String later: String q: Query }");
  const keys = ["full-name", 'x": 1 }; throw 1; ({ "b', "`${1}`\n//", "1", "__proto__", "class", ""];
  const selected = ["a", "later", "q { a }"].flatMap((field, i) => keys.map((_, n) => `k${i}_${n}: ${field}`));
  const document = parse(`{ ${selected.join(" ")} }`, { noLocation: true });
  const named = JSON.parse(JSON.stringify(document), (_, node) => {
    const [, i, n] = /^k(\d)_(\d)$/.exec(node?.alias?.value) ?? [];
    return n === undefined
      ? node
      : { ...node, alias: { kind: "Name", value: `${keys[Number(n)]}${i === "0" ? "" : i}` } };
  }) as DocumentNode;
  const rootValue = { a: "A", q: { a: "A" } };
  schema.getQueryType()!.getFields().later!.resolve = () => after(1, () => "L");
  const values = () => ({ rootValue, variables: {}, request: new PlainRequest() });
  const expected = await bareGraphQlJs.prepare(schema, named, undefined).execute(values());
  const operation = compiledEngines().compiled!.prepare(schema, named, undefined);
  for (let i = 0; i < 4; i++) {
    assertEquals(JSON.stringify(await operation.execute(values())), JSON.stringify(expected));
  }
});

Deno.test("graphql:subscribe hears of subscriptions what graphql-js tells it", async () => {
  const schema = buildSchema("type Query { a: Int } type Subscription { now: Int later: Int fails: Int }");
  const fields = schema.getSubscriptionType()!.getFields();
  const source = async function* () {
    yield { now: 1, later: 2 };
  };
  fields.now!.subscribe = source;
  fields.later!.subscribe = () => Promise.resolve(source());
  fields.fails!.subscribe = () => Promise.reject(new Error("No source"));
  const seen: unknown[] = [];
  const hear = (event: string) => (message: object) => {
    const { schema: itsSchema, document: _, result, ...rest } = message as Record<string, unknown>;
    const isStream = Symbol.asyncIterator in Object(result);
    const { errors } = result as { errors?: readonly Error[] } ?? {};
    seen.push({ event, ...rest, isOurs: itsSchema === schema, isStream, errors: errors?.map(String) });
  };
  const events = ["start", "end", "asyncStart", "asyncEnd", "error"];
  const subscriber = Object.fromEntries(events.map((event) => [event, hear(event)]));
  const heard = async (document: DocumentNode, open: () => unknown) => {
    seen.length = 0;
    tracingChannel("graphql:subscribe").subscribe(subscriber as never);
    await open();
    tracingChannel("graphql:subscribe").unsubscribe(subscriber as never);
    return { document, seen: [...seen] };
  };
  const strategy = new CompiledExecutionStrategy({ reference: new ReferenceExecutionStrategy() });
  const variables = { unknown: 1 };
  for (const query of ["subscription S { now }", "subscription { later }", "subscription { fails }"]) {
    const document = parse(query);
    const expected = await heard(document, () => subscribe({ schema, document, variableValues: variables }));
    const operation = strategy.prepare(schema, document, undefined);
    const values = { rootValue: undefined, variables, request: new PlainRequest() };
    assertEquals(await heard(document, () => operation.subscribe(values)), expected);
    assertEquals(expected.seen.length, query.includes("now") ? 2 : 4);
  }
});

Deno.test("Incremental delivery goes to the reference strategy, and says so at DEBUG", () => {
  const lines: unknown[] = [];
  const logger = { debug: (message: string, fields: unknown) => void lines.push([message, fields]) };
  const strategy = new CompiledExecutionStrategy({
    reference: new ReferenceExecutionStrategy(),
    logger: logger as unknown as Logger,
  });
  strategy.prepare(buildSchema("type Query { a: String }"), parse("query Q { ... @defer { a } }"), undefined);
  assertEquals(lines, [[
    "Executing with the reference strategy as the operation delivers incrementally",
    { operation: "Q" },
  ]]);
});

Deno.test("S9 a flood of documents that come once keeps the newest four, and pushes out none that came again", async () => {
  const cache = new BoundedDocumentCache({ maxCharacters: 1_000 });
  const parsed: string[] = [];
  const source = await sourceOf("type Query { a: String }").configureGraphQl((graphQl) => {
    graphQl.preparsedDocumentProvider(cache).instrumentation({
      beginParse: ({ input }) => void parsed.push(input.query),
    });
  }).build();
  const again = "query Again { a }";
  const late = "query Late { a }";
  await ask(source, again);
  await ask(source, again);
  await ask(source, late);
  for (let n = 0; n < 10_000; n++) await ask(source, `query Q${n} { a }`);
  assertEquals(cache.size, { valid: 5, invalid: 0 });
  assertEquals(parsed.length, 10_002);
  parsed.length = 0;
  // What came once long ago is forgotten, what came lately is not: then it is kept at its second time.
  for (const text of [again, "query Q9990 { a }", "query Q9990 { a }", late, late, late]) await ask(source, text);
  assertEquals(parsed, ["query Q9990 { a }", late]);
  assertEquals(cache.size.valid, 7);
});

Deno.test("S9 a flood of distinct documents compiles nothing, and one that comes again is compiled once", async () => {
  const source = await sourceOf("type Query { a: String }").build();
  const { Function: original } = globalThis;
  let compiled = 0;
  const counting = { construct: (target: typeof Function, args: string[]) => (compiled++, new target(...args)) };
  globalThis.Function = new Proxy(original, counting);
  try {
    for (let n = 0; n < 10_000; n++) await ask(source, `query { a${n}: a }`);
    assertEquals(compiled, 0);
    for (let n = 0; n < 10; n++) await ask(source, "query Again { a }");
    assertEquals(compiled, 1);
  } finally {
    globalThis.Function = original;
  }
});

Deno.test("S9 10,000 documents that come again don't grow the process beyond the configured bound", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const heap = () => {
    for (let i = 0; i < 4; i++) collect();
    return process.memoryUsage().heapUsed;
  };
  const bound = 8 * 2 ** 20;
  const cache = new BoundedDocumentCache({ maxCharacters: bound / 256 });
  const source = await sourceOf("type Query { a: Query b: String c: [Query!] }")
    .configureGraphQl((graphQl) => graphQl.preparsedDocumentProvider(cache)).build();
  await ask(source, "{ a { b } }");
  const before = heap();
  for (let n = 0; n < 10_000; n++) {
    for (let use = 0; use < 4; use++) await ask(source, `query { a${n}: a { b${n}: b b } c { a { b } } d: b }`);
  }
  const grown = heap() - before;
  assert(cache.size.valid > 300, `keeps ${cache.size.valid}`);
  assert(grown < bound, `grows by ${grown} bytes with ${cache.size.valid} documents`);
});
