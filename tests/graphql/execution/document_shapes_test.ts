import { tracingChannel } from "node:diagnostics_channel";
import { assertEquals } from "@std/assert";
import type { DocumentNode } from "graphql";
import { createApp, createContainer, graphql, Resource } from "@espalier/espalier";
import {
  BoundedDocumentCache,
  CompiledExecutionStrategy,
  ErrorLimits,
  ExecutionInput,
  type ExecutionStrategy,
  type GraphQLBuilder,
  type GraphQlSource,
  type OperationGuard,
  ReferenceExecutionStrategy,
} from "@espalier/espalier/graphql";
import { ask, sourceOf } from "../graphql_setup.ts";

const text = "type Query { a(n: Int! = 1): String b: String }";
const reference = () => new ReferenceExecutionStrategy();

/** Notes what is prepared. */
function counted(prepared: string[]): ExecutionStrategy {
  const compiled = new CompiledExecutionStrategy({ reference: reference(), generationBudget: Infinity });
  const prepare: ExecutionStrategy["prepare"] = (schema, document, name) => {
    prepared.push(document.loc!.source.body);
    return compiled.prepare(schema, document, name);
  };
  return { name: "counted", sharesPlans: true, prepare };
}

async function sourceWith(configure: (graphQl: GraphQLBuilder) => void): Promise<GraphQlSource> {
  return await sourceOf(text).configureGraphQl(configure).build();
}

Deno.test("27.5 a document is prepared once for all names of its operation and all ignored characters", async () => {
  const prepared: string[] = [];
  const source = await sourceWith((graphQl) => void graphQl.queryExecutionStrategy(counted(prepared)));
  for (let n = 0; n < 100; n++) {
    const query = `# ${n}\nquery Q${n}${" ".repeat(n)}($n:Int!)\r\n{ a(n:$n),b ${
      ",".repeat(n)
    }...F } fragment F on Query{b}`;
    assertEquals((await ask(source, { document: query, variables: { n } })).executionResult, {
      data: { a: null, b: null },
    });
  }
  assertEquals(prepared.length, 1);
  for (const other of ["{ a }", "query Q { a b }", "query Q { b a }", "query Q { a @skip(if: true) }"]) {
    await ask(source, other);
  }
  assertEquals(prepared.length, 5);
});

Deno.test("27.5 a document is prepared once for all strings that arguments of its fields get", async () => {
  const prepared: string[] = [];
  const schema = `
    type Query { echo(id: ID, text: String = "d", list: [String], filter: Filter, n: Int): String same: Query }
    input Filter { text: String }
  `;
  const source = await sourceOf(schema, (wiring) => {
    wiring.type(
      "Query",
      (type) =>
        type.dataFetcher("same", () => ({})).dataFetcher("echo", ({ arguments: args, info }) => {
          const [first] = info.fieldNodes[0]!.arguments ?? [];
          return JSON.stringify([args, first?.value.kind === "StringValue" && first.value.value, first?.loc?.start]);
        }),
    );
  }).configureGraphQl((graphQl) => void graphQl.queryExecutionStrategy(counted(prepared))).build();
  const answer = async (query: string, variables = {}) => {
    const { data, errors } = (await ask(source, { document: query, variables })).executionResult;
    return errors ?? JSON.parse(((data as Record<string, { echo: string }>)["same"]?.echo ?? data?.["echo"]) as string);
  };
  for (const text of ["a", "", "%", "b } # \u00e9", "{", "a"]) {
    const literal = `"${text}"`;
    assertEquals(await answer(`{ echo(id: ${literal}) }`), [{ id: text, text: "d" }, text, 7]);
    assertEquals(await answer(`{ same { echo(text: ${literal}, n: 1) } }`), [{ text, n: 1 }, text, 14]);
    assertEquals(await answer(`{ echo(list: ${literal}) }`), [{ text: "d", list: [text] }, text, 7]);
    const nested = `query ($v: String) { echo(text: ${literal} filter: {text: $v}) }`;
    assertEquals(await answer(nested, { v: "v" }), [{ text, filter: { text: "v" } }, text, 26]);
  }
  assertEquals(prepared.length, 4);
  prepared.length = 0;
  // What stands in lists and objects, or needs to be read, belongs to the shape.
  for (const value of ['["a"]', '["b"]', '"\\u0041"', '"\\u0042"', '"""a"""', '"""b"""']) {
    assertEquals((await answer(`{ echo(list: ${value}) }`))[0].list.length, 1);
  }
  for (const text of ["a", "b"]) {
    assertEquals((await answer(`{ echo(filter: {text: "${text}"}) }`))[0].filter, { text });
  }
  assertEquals(prepared.length, 8);
});

Deno.test("27.5 a request names the operation as its own text does", async () => {
  const source = await sourceWith(() => {});
  await ask(source, "query One { b }");
  const [own, first, none] = await Promise.all([
    ask(source, { document: "query Two { b }", operationName: "Two" }),
    ask(source, { document: "query Two { b }", operationName: "One" }),
    ask(source, { document: "query Two { b }", operationName: "" }),
  ]);
  assertEquals(own.data, { b: null });
  assertEquals([first.errors[0]?.message, none.errors[0]?.message], [
    'Unknown operation named "One".',
    'Unknown operation named "".',
  ]);
});

Deno.test("27.5 what goes to the reference strategy is executed as it is written", async () => {
  const source = await sourceWith(() => {});
  const conditional = (head: string) => `query ${head}($no: Boolean = true) { b @skip(if: $no) }`;
  await ask(source, { document: conditional("A"), variables: { no: false } });
  const { errors } = await ask(source, { document: `\n\n  ${conditional("Longer")}`, variables: { no: null } });
  assertEquals(errors.map(({ locations }) => locations), [[{ line: 3, column: 51 }]]);
  const seen: (string | undefined)[] = [];
  const channel = tracingChannel("graphql:execute");
  const listener = {
    start: (message: unknown) => {
      seen.push((message as { document: DocumentNode }).document.loc?.source.body);
    },
  };
  channel.subscribe(listener as never); // hears of the start alone
  try {
    await ask(source, { document: conditional("Traced"), variables: { no: false } });
  } finally {
    channel.unsubscribe(listener as never);
  }
  assertEquals(seen, [conditional("Traced")]);
});

Deno.test("27.5 a handler of exceptions sees the operation and the places that the client wrote", async () => {
  const seen: unknown[] = [];
  const source = await sourceWith((graphQl) => {
    graphQl.defaultDataFetcherExceptionHandler({
      handleException: (exception, { info }) => {
        const { operation, fieldNodes } = info;
        seen.push([String(exception), operation.name?.value, operation.loc?.end, fieldNodes[0]?.loc?.start]);
        return [];
      },
    });
  });
  const fail = () => {
    throw new Error("away");
  };
  for (const name of ["Q", "Q", "Q", "Q", "Longer"]) {
    await source.graphQl.execute(new ExecutionInput({ query: `query ${name} { b }`, rootValue: { b: fail } }));
  }
  assertEquals([seen.length, seen.at(0), seen.at(-1)], [5, ["Error: away", "Q", 13, 10], [
    "Error: away",
    "Longer",
    18,
    15,
  ]]);
});

Deno.test("27.5 a guard that may look at names is asked about each document", async () => {
  const prepared: string[] = [];
  const guard: OperationGuard = {
    parseOptions: {},
    validationRules: [],
    maxValidationSteps: Infinity,
    errorLimits: ErrorLimits.byDefault,
    hidesSuggestions: false,
    checkSource: () => [],
    checkDocument: () => [],
    planCheck: ({ node }) => () => (prepared.push(node.name!.value), []),
  };
  const source = await sourceWith((graphQl) => void graphQl.operationGuard(guard));
  for (const name of ["A", "B"]) await ask(source, `query ${name} { b }`);
  assertEquals(prepared, ["A", "B"]);
});

Deno.test("27.5 limits hold for documents of a known shape: nesting, tokens, comments, costs", async () => {
  await using app = await createApp(createContainer(graphql({ schema: [Resource.text("s", text)] })), {
    properties: { graphql: { maxTokens: 30, maxCost: 50 }, logging: { level: "OFF" } },
  });
  const send = async (query: string, variables = {}) => {
    const body = JSON.stringify({ query, variables });
    const headers = { "content-type": "application/json" };
    const response = await app.fetch(new Request("http://localhost/graphql", { method: "POST", headers, body }));
    const { data, errors } = await response.json();
    return data ?? [errors[0].message, errors[0].locations];
  };
  assertEquals(await send("query A { b }"), { b: null });
  assertEquals(await send(`query B { b } ${"#\n".repeat(30)}`), { b: null });
  const comments = "Syntax Error: Document contains more than 30 comments. Parsing aborted.";
  assertEquals(await send(`query C { b } ${"#\n".repeat(31)}`), [comments, [{ line: 31, column: 1 }]]);
  assertEquals(await send("query D { b }"), { b: null });
  assertEquals(await send("query E { x }"), [
    'Cannot query field "x" on type "Query".',
    [{ line: 1, column: 11 }],
  ]);
});

Deno.test("27.5 a document counts by its characters, not by those of its shape", async () => {
  const prepared: string[] = [];
  const source = await sourceWith((graphQl) => {
    graphQl.preparsedDocumentProvider(new BoundedDocumentCache({ maxCharacters: 4_000 }))
      .queryExecutionStrategy(counted(prepared));
  });
  const long = " ".repeat(2_000);
  for (const name of ["A", "B"]) await ask(source, `query ${name} { ${long} b }`);
  assertEquals(prepared.length, 2);
  for (const name of ["C", "D"]) await ask(source, `query ${name} { b }`);
  assertEquals(prepared.length, 3);
});
