import { assertEquals, assertMatch } from "@std/assert";
import type { Application } from "@espalier/espalier";
import {
  ErrorType,
  GraphQLScalarType,
  HttpRequestHeaderInterceptor,
  ResponseStatusError,
  type WebGraphQlInterceptor,
} from "@espalier/espalier/graphql";
import { get, graphQlApp, post } from "./graphql_app.ts";

const graphQlType = "application/graphql-response+json";

/** Status, content type and body of an answer. */
async function answer(app: Application, request: Request): Promise<[number, string | null, unknown]> {
  const response = await app.fetch(request);
  const text = await response.text();
  return [response.status, response.headers.get("content-type"), text === "" ? "" : JSON.parse(text)];
}

const hello = { data: { greeting: "Hello" } };
const json = "application/json";
const graphQlJson = `${graphQlType}; charset=utf-8`;

Deno.test("G1.1 C001 C004 C005 C014 C028 the media type follows Accept", async () => {
  await using app = await graphQlApp();
  const typeFor = async (accept: string) => (await answer(app, post({ query: "{ greeting }" }, { accept })))[1];
  assertEquals(await answer(app, post({ query: "{ greeting }" }, { accept: "*/*" })), [200, json, hello]);
  assertEquals(await typeFor(graphQlType), graphQlJson);
  assertEquals(await typeFor("application/json"), json);
  assertEquals(await typeFor("application/graphql+json"), "application/graphql+json; charset=utf-8");
  assertEquals(await typeFor(`application/json;q=0.9, ${graphQlType};q=0.8`), json);
  assertEquals(await typeFor(`application/json;q=0.5, ${graphQlType};q=0.9`), graphQlJson);
  assertEquals(await typeFor(`text/html, ${graphQlType}, application/json`), graphQlJson);
  assertEquals(await typeFor(`${graphQlType}; charset=utf-8, application/json; charset=utf-8`), graphQlJson);
  assertEquals(await typeFor(`${graphQlType}; charset="UTF-8";q=0.5, application/json;charset=utf-8`), json);
  assertEquals(await typeFor(`${graphQlType};q=0.5;foo=bar, application/json;q=0.4`), graphQlJson);
  assertEquals(await typeFor(`text/xml;title="a, ${json}", ${graphQlType}`), graphQlJson);
  assertEquals(await typeFor(""), json);
  // Whoever looks at a space once per space does not come to an end here.
  assertEquals(await typeFor(`${json}, a/b${" ".repeat(1_000_000)}x`), json);
});

Deno.test("G1.1 C002 C032 a body of type application/graphql is read as JSON", async () => {
  await using app = await graphQlApp();
  const request = post({ query: "{ greeting }" }, { "content-type": "application/graphql" });
  assertEquals(await answer(app, request), [200, json, hello]);
});

Deno.test("G1.1 C035 what the client can't accept is 406 with errors", async () => {
  await using app = await graphQlApp();
  const [status, type, body] = await answer(app, post({ query: "{ greeting }" }, { accept: "text/xml" }));
  assertEquals([status, type, body], [406, json, {
    errors: [{
      message: 'Cannot answer the request as the client must accept "application/graphql-response+json" or ' +
        '"application/json": current value is "text/xml"',
      extensions: { classification: "BAD_REQUEST" },
    }],
  }]);
});

Deno.test("G1.1 C034 content types that are no JSON are 415 with errors and Accept", async () => {
  await using app = await graphQlApp();
  for (
    const type of ["bogus", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
  ) {
    const response = await app.fetch(post({ query: "{ greeting }" }, { "content-type": type }));
    const { errors } = await response.json();
    assertEquals([response.status, response.headers.get("accept"), errors], [415, "application/json", [{
      message:
        `Cannot read the request as its content type must be "application/json" in UTF-8: current value is "${type}"`,
      extensions: { classification: "BAD_REQUEST" },
    }]]);
  }
  const latin = post({ query: "{ greeting }" }, { "content-type": "application/json; charset=iso-8859-1" });
  assertEquals((await answer(app, latin))[0], 415);
});

Deno.test("G1.1 a compressed body is 415 with errors and Accept-Encoding", async () => {
  await using app = await graphQlApp();
  const body = new Blob(['{"query":"{ greeting }"}']).stream().pipeThrough(new CompressionStream("gzip"));
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };
  const response = await app.fetch(new Request("http://localhost/graphql", { method: "POST", headers, body }));
  assertEquals([response.status, response.headers.get("accept-encoding"), await response.json()], [415, "identity", {
    errors: [{
      message: 'Cannot read the request body as it must be sent without content coding: current value is "gzip"',
      extensions: { classification: "BAD_REQUEST" },
    }],
  }]);
});

Deno.test("G1.1 C019 bodies that are no request are 400 with what is needed", async () => {
  await using app = await graphQlApp();
  const refusals: [unknown, string][] = [
    ["{ not json", "Cannot read the request as its body must be JSON"],
    ['"text"', 'Cannot read the request as it must be a JSON object: current value is "text"'],
    [{ qeury: "{ greeting }" }, 'Cannot read "query" as it must be a document: current value is absent'],
    [{ query: " " }, 'Cannot read "query" as it must be a document: current value is " "'],
    [{ query: "{ a }", operationName: 1 }, 'Cannot read "operationName" as it must be a string: current value is 1'],
    [{ query: "{ a }", variables: [1] }, 'Cannot read "variables" as it must be an object: current value is [1]'],
    [{ query: "{ a }", extensions: 0 }, 'Cannot read "extensions" as it must be an object: current value is 0'],
    [[{ query: "{ a }" }], "Cannot read the request as it must be one operation: batching is off"],
  ];
  for (const [body, message] of refusals) {
    const errors = [{ message, extensions: { classification: "BAD_REQUEST" } }];
    assertEquals(await answer(app, post(body, { accept: graphQlType })), [400, graphQlJson, { errors }]);
  }
});

Deno.test("G1.1 C016 C020 C022 C025 status rules: 400 without data for graphql-response+json, 200 for JSON", async () => {
  await using app = await graphQlApp();
  const outcome = async (body: unknown, accept: string) => {
    const [status, , result] = await answer(app, post(body, { accept }));
    const { data, errors } = result as { data?: unknown; errors?: { extensions: { classification: string } }[] };
    return [status, data, errors?.map((error) => error.extensions.classification)];
  };
  const invalid: [unknown, string][] = [
    [{ query: "{" }, "InvalidSyntax"],
    [{ query: "{ unknown }" }, "ValidationError"],
    [{ query: "{ greeting }", operationName: "unknown" }, "ValidationError"],
  ];
  for (const [body, classification] of invalid) {
    assertEquals(await outcome(body, graphQlType), [400, undefined, [classification]]);
    assertEquals(await outcome(body, "application/json"), [200, undefined, [classification]]);
  }
  assertEquals(await outcome({ query: "{ greeting }" }, graphQlType), [200, { greeting: "Hello" }, undefined]);
});

Deno.test("G1.1 an empty operation name is none, as clients send it that have no name to give", async () => {
  await using app = await graphQlApp();
  for (const query of ["{ greeting }", "query Greet { greeting }"]) {
    assertEquals(await (await app.fetch(post({ query, operationName: "" }))).json(), hello);
    assertEquals(await (await app.fetch(get({ query, operationName: "" }))).json(), hello);
  }
});

Deno.test("G1.1 C017 C023 partial success is 200, variables that don't fit are 400", async () => {
  await using app = await graphQlApp({
    schema: "type Query { a: String, b(id: Int!): String }",
    wiring: (wiring) =>
      wiring.type("Query", (type) =>
        type.dataFetcher("a", () => {
          throw new Error("custom error");
        }).dataFetcher("b", () => "b")),
  });
  const [partial, , body] = await answer(app, post({ query: "{ a b(id: 1) }" }, { accept: graphQlType }));
  assertEquals([partial, (body as { data: unknown }).data], [200, { a: null, b: "b" }]);
  const query = "query ($id: Int!) { b(id: $id) }";
  const [coercion] = await answer(app, post({ query, variables: { id: false } }, { accept: graphQlType }));
  assertEquals(coercion, 400);
});

Deno.test("G1.1 the 2026 draft's statuses: 422 for what the schema refuses, 294 for partial success", async () => {
  await using app = await graphQlApp({
    schema: "type Query { a: String, b(id: Int!): String! }",
    wiring: (wiring) => wiring.type("Query", (type) => type.dataFetcher("b", () => null)),
    properties: { graphql: { statusRules: "draft-2026" } },
  });
  const status = async (body: unknown, accept = graphQlType) => (await answer(app, post(body, { accept })))[0];
  assertEquals(await status({ query: "{" }), 400);
  assertEquals(await status({ query: "{ unknown }" }), 422);
  assertEquals(await status({ query: "query ($id: Int!) { b(id: $id) }", variables: { id: "x" } }), 422);
  assertEquals(await status({ query: "{ a b(id: 1) }" }), 294);
  assertEquals(await status({ query: "{ a }" }), 200);
  assertEquals(await status({ query: "{ unknown }" }, "application/json"), 200);
});

Deno.test("G1.1 C026 with statuses that are always 200, so are those of invalid documents", async () => {
  await using app = await graphQlApp({ properties: { graphql: { statusRules: "always-200" } } });
  for (const query of ["{ unknown }", "{", "{ greeting }"]) {
    assertEquals((await answer(app, post({ query }, { accept: graphQlType })))[0], 200);
  }
  assertEquals((await answer(app, post({ qeury: "" }, { accept: graphQlType })))[0], 400);
});

Deno.test("G1.1 GET answers queries, HEAD their headers, and mutations are 405", async () => {
  await using app = await graphQlApp();
  const query = "query Greet($unused: Boolean = true) { greeting @include(if: $unused) }";
  const variables = JSON.stringify({ unused: true });
  const request = get({ query, variables, operationName: "Greet" }, { accept: graphQlType });
  const response = await app.fetch(request);
  assertEquals([response.status, response.headers.get("vary"), await response.json()], [200, "Accept", hello]);

  const head = await app.fetch(new Request(get({ query: "{ greeting }" }), { method: "HEAD" }));
  assertEquals([head.status, head.headers.get("content-type"), await head.text()], [200, json, ""]);
  assertEquals(head.headers.get("content-length"), String(JSON.stringify(hello).length));

  const refused = await app.fetch(get({ query: "mutation { greet }" }, { accept: graphQlType }));
  assertEquals([refused.status, refused.headers.get("allow"), await refused.json()], [405, "POST", {
    errors: [{
      message: "Cannot execute a mutation as a GET request must not change anything: use POST",
      extensions: { classification: "BAD_REQUEST" },
    }],
  }]);
  const broken = await answer(app, get({ query: "{ greeting }", variables: "{" }));
  assertEquals([broken[0], (broken[2] as { errors: { message: string }[] }).errors[0]?.message], [
    400,
    'Cannot read "variables" as it must be JSON: current value is "{"',
  ]);
});

Deno.test("G1.1 a parameter that a GET request gives twice is 400", async () => {
  await using app = await graphQlApp();
  const doubled = new Request("http://localhost/graphql?query={greeting}&query=mutation{greet}");
  assertEquals(await answer(app, doubled), [400, json, {
    errors: [{
      message: 'Cannot read "query" as it must be given once: current number is 2',
      extensions: { classification: "BAD_REQUEST" },
    }],
  }]);
});

Deno.test("G1.1 a subscription by GET without a stream is told what to accept", async () => {
  await using app = await graphQlApp({
    schema: "type Query { greeting: String } type Subscription { ticks: Int }",
    wiring: (wiring) => wiring.type("Subscription", (type) => type.dataFetcher("ticks", () => 1)),
  });
  assertEquals(await answer(app, get({ query: "subscription { ticks }" }, { accept: json })), [406, json, {
    errors: [{
      message:
        'Cannot execute a subscription as its results are a stream: accept "text/event-stream" or "multipart/mixed", or use a WebSocket',
      extensions: { classification: "BAD_REQUEST" },
    }],
  }]);
});

Deno.test("G1.1 methods that the endpoint doesn't have are 405 with Allow, OPTIONS is 204", async () => {
  await using app = await graphQlApp();
  const response = await app.fetch(new Request("http://localhost/graphql", { method: "PATCH" }));
  assertEquals([response.status, response.headers.get("allow"), await response.json()], [
    405,
    "GET, HEAD, POST, PUT, DELETE, OPTIONS",
    {
      errors: [{
        message:
          'Cannot answer the request as its method must be one of GET, HEAD, POST, PUT, DELETE, OPTIONS: current value is "PATCH"',
        extensions: { classification: "BAD_REQUEST" },
      }],
    },
  ]);
  const options = await app.fetch(new Request("http://localhost/graphql", { method: "OPTIONS" }));
  assertEquals([options.status, options.headers.get("allow")], [204, "GET, HEAD, POST, PUT, DELETE, OPTIONS"]);
});

Deno.test("G1.1 C007 the execution id of an HTTP request is a UUID", async () => {
  await using app = await graphQlApp({
    schema: "type Query { showId: ID! }",
    wiring: (wiring) => wiring.type("Query", (type) => type.dataFetcher("showId", (env) => env.executionId)),
  });
  const [, , body] = await answer(app, post({ query: "{ showId }" }));
  assertMatch((body as { data: { showId: string } }).data.showId, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

Deno.test("G1.1 C008 the execution id is the id of the request that interceptors see", async () => {
  const ids: string[] = [];
  await using app = await graphQlApp({
    schema: "type Query { showId: ID! }",
    wiring: (wiring) => wiring.type("Query", (type) => type.dataFetcher("showId", (env) => env.executionId)),
    interceptors: [{
      intercept: (request, next) => {
        ids.push(request.id);
        return next(request);
      },
    }],
  });
  for (const _ of ["first", "second"]) {
    const [, , body] = await answer(app, post({ query: "{ showId }" }));
    assertEquals(body, { data: { showId: ids.at(-1) } });
  }
  assertEquals(new Set(ids).size, 2);
});

Deno.test("G1.1 the locale of a request is the language that the client prefers", async () => {
  await using app = await graphQlApp({
    schema: "type Query { language: String }",
    wiring: (wiring) => wiring.type("Query", (type) => type.dataFetcher("language", (env) => env.locale)),
  });
  const languageOf = async (header: string) =>
    (await answer(app, post({ query: "{ language }" }, { "accept-language": header })))[2];
  assertEquals(await languageOf("en;q=0.5, fr"), { data: { language: "fr" } });
  assertEquals(await languageOf("*, de-CH;q=0.3"), { data: { language: "de-CH" } });
});

Deno.test("A1.17 C091 C092 interceptors nest, add response headers and change the engine's input", async () => {
  const seen: string[] = [];
  const tracing = (name: string): WebGraphQlInterceptor => ({
    intercept: async (request, next) => {
      seen.push(`pre${name}`);
      const response = await next(request);
      seen.push(`post${name}`);
      response.responseHeaders.append("x-seen", name);
      return response;
    },
  });
  const naming: WebGraphQlInterceptor = {
    intercept: (request, next) =>
      next(request.configureExecutionInput((input) => input.transform({ operationName: "B" }))),
  };
  await using app = await graphQlApp({ interceptors: [tracing("1"), tracing("2"), tracing("3"), naming] });
  const response = await app.fetch(post({ query: "query A { a: greeting } query B { b: greeting }" }));
  assertEquals([response.headers.get("x-seen"), await response.json()], ["3, 2, 1", { data: { b: "Hello" } }]);
  assertEquals(seen, ["pre1", "pre2", "pre3", "post3", "post2", "post1"]);
});

Deno.test("A1.17 an interceptor ends a request with a status of its own; other failures are masked", async () => {
  const failing = (error: Error): WebGraphQlInterceptor => ({
    intercept: () => {
      throw error;
    },
  });
  await using denied = await graphQlApp({ interceptors: [failing(new ResponseStatusError(401, "Sign in first"))] });
  assertEquals(await answer(denied, post({ query: "{ greeting }" }, { accept: graphQlType })), [401, graphQlJson, {
    errors: [{ message: "Sign in first", extensions: { classification: "UNAUTHORIZED" } }],
  }]);
  await using broken = await graphQlApp({ interceptors: [failing(new Error("secret"))] });
  const [status, , body] = await answer(broken, post({ query: "{ greeting }" }));
  const [error] = (body as { errors: { message: string; extensions: unknown }[] }).errors;
  assertEquals([status, error?.extensions], [500, { classification: ErrorType.INTERNAL_ERROR.name }]);
  assertMatch(error?.message ?? "", /^INTERNAL_ERROR for [0-9a-f-]{36}$/);
});

Deno.test("A1.17 a response that can't be written is masked like any failure, also when it comes later", async () => {
  const broken: readonly WebGraphQlInterceptor["intercept"][] = [
    () => undefined as never,
    async () => await Promise.resolve(undefined as never),
    async (request, next) => (await next(request)).transform({ data: { greeting: 1n } }),
    () => {
      throw new ResponseStatusError(99, "no status");
    },
  ];
  for (const intercept of broken) {
    await using app = await graphQlApp({ interceptors: [{ intercept }] });
    const [status, type, body] = await answer(app, post({ query: "{ greeting }" }));
    const { errors } = body as { errors: { message: string; extensions: unknown }[] };
    assertEquals([status, type, errors.map(({ extensions }) => extensions)], [500, json, [{
      classification: "INTERNAL_ERROR",
    }]]);
    assertMatch(errors[0]!.message, /^INTERNAL_ERROR for [0-9a-f-]{36}$/);
  }
});

Deno.test("A1.17 an interceptor transforms the errors of requests that could not begin", async () => {
  const friendly: WebGraphQlInterceptor = {
    intercept: async (request, next) => {
      const response = await next(request);
      return response.isDataPresent ? response : response.transform({ errors: [], data: { greeting: "Sorry" } });
    },
  };
  await using app = await graphQlApp({ interceptors: [friendly] });
  const request = post({ query: "{ unknown }" }, { accept: graphQlType });
  assertEquals(await answer(app, request), [200, graphQlJson, { data: { greeting: "Sorry" } }]);
});

Deno.test("A1.17 a request that could not begin has null data where an interceptor drops its errors", async () => {
  const silent: WebGraphQlInterceptor = {
    intercept: async (request, next) => (await next(request)).transform({ errors: [] }),
  };
  await using app = await graphQlApp({ interceptors: [silent] });
  for (const accept of [graphQlType, json]) {
    const [status, , body] = await answer(app, post({ query: "{ unknown }" }, { accept }));
    assertEquals([status, body], [200, { data: null }]);
  }
  const token = {
    "x-graphql-event-stream-token": await (await app.fetch(new Request("http://localhost/graphql", { method: "PUT" })))
      .text(),
  };
  const extensions = { operationId: "1" };
  assertEquals((await app.fetch(post({ query: "{ unknown }", extensions }, token))).status, 202);
});

Deno.test("G1.1 a batch answers each operation, within its bound", async () => {
  await using app = await graphQlApp({ properties: { graphql: { maxBatchOperations: 2 } } });
  const one = { query: "{ greeting }" };
  const two = { query: "mutation { greet }" };
  assertEquals(await answer(app, post([one, two])), [200, json, [hello, { data: { greet: "Greeted" } }]]);
  const [status, , body] = await answer(app, post([one, one, one]));
  assertEquals([status, body], [400, {
    errors: [{
      message: "Cannot read the request as it must have 1 to 2 operations: current number is 3",
      extensions: { classification: "BAD_REQUEST" },
    }],
  }]);
});

Deno.test("G1.1 an operation of a batch whose result JSON does not have fails alone", async () => {
  await using app = await graphQlApp({
    schema: "scalar Big type Query { big: Big greeting: String }",
    wiring: (wiring) => {
      wiring.scalar(new GraphQLScalarType({ name: "Big", coerceOutputValue: () => 1n }));
      wiring.type("Query", (type) => type.addDataFetchers({ big: () => 1, greeting: () => "Hello" }));
    },
    properties: { graphql: { maxBatchOperations: 2 } },
  });
  const [status, type, body] = await answer(app, post([{ query: "{ greeting }" }, { query: "{ big }" }]));
  const [first, second] = body as { errors: { message: string; extensions: unknown }[] }[];
  assertEquals([status, type, first], [200, json, hello]);
  assertEquals(second?.errors[0]?.extensions, { classification: "INTERNAL_ERROR" });
});

Deno.test("G1.1 A1.17 the headers of a batch are those of its operations", async () => {
  const interceptor: WebGraphQlInterceptor = {
    intercept: async (request, next) => {
      const response = await next(request);
      response.responseHeaders.set("x-shared", "same");
      response.responseHeaders.append("set-cookie", `${request.operationName}=1`);
      return response;
    },
  };
  await using app = await graphQlApp({
    properties: { graphql: { maxBatchOperations: 2 } },
    interceptors: [interceptor],
  });
  const operation = (operationName: string) => ({ query: `query ${operationName} { greeting }`, operationName });
  const response = await app.fetch(post([operation("A"), operation("B")]));
  assertEquals(await response.json(), [hello, hello]);
  assertEquals([response.headers.get("x-shared"), response.headers.getSetCookie()], ["same", ["A=1", "B=1"]]);
});

for (const [kind, body] of [["operation", { query: "{ slow }" }], ["batch", [{ query: "{ slow }" }]]] as const) {
  Deno.test(`E7 a client that leaves cancels the execution of its ${kind}`, async () => {
    const started = Promise.withResolvers<AbortSignal>();
    await using app = await graphQlApp({
      schema: "type Query { slow: String }",
      wiring: (wiring) =>
        wiring.type("Query", (type) =>
          type.dataFetcher("slow", async (env) => {
            started.resolve(env.signal);
            await new Promise((resolve) => env.signal.addEventListener("abort", resolve));
          })),
      properties: { graphql: { maxBatchOperations: 1 } },
    });
    const client = new AbortController();
    const pending = app.fetch(new Request(post(body), { signal: client.signal }));
    const signal = await started.promise;
    client.abort();
    await (await pending).body?.cancel();
    assertEquals(signal.aborted, true);
  });
}

Deno.test("A1.17 C098 HttpRequestHeaderInterceptor maps headers to the context", async () => {
  const seen: [unknown, unknown][] = [];
  const mapping = HttpRequestHeaderInterceptor.builder()
    .mapHeader("h1", "h2").mapHeaderToKey("h3", "k3").mapMultiValueHeader("h4").mapMultiValueHeaderToKey("h5", "k5")
    .mapHeader("absent", "json").build();
  const reading: WebGraphQlInterceptor = {
    intercept: (request, next) => {
      seen.push(...request.graphQlContext.entries());
      return next(request);
    },
  };
  await using app = await graphQlApp({ interceptors: [mapping, reading] });
  const headers = { h1: "v1", h2: "v2A, v2B", h3: "v3", h4: "v4A, v4B", h5: "v5A, v5B", json: '{"a":1, "b":2}' };
  await answer(app, post({ query: "{ greeting }" }, headers));
  assertEquals(seen.filter(([key]) => typeof key === "string"), [
    ["h1", "v1"],
    ["h2", "v2A, v2B"],
    ["k3", "v3"],
    ["h4", ["v4A", "v4B"]],
    ["k5", ["v5A", "v5B"]],
    ["json", '{"a":1, "b":2}'],
  ]);
});
