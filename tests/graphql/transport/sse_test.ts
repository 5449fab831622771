import { assertEquals, assertRejects } from "@std/assert";
import { createClient } from "graphql-sse";
import { GraphQLScalarType, type RuntimeWiringBuilder, type WebGraphQlInterceptor } from "@espalier/espalier/graphql";
import { endless } from "./endless.ts";
import { graphQlApp, type GraphQlAppOptions, post } from "./graphql_app.ts";
import { ServedApp } from "./served_app.ts";
import { EventReader, eventsOf } from "./sse_events.ts";

const schema = `
  type Query { hello: String }
  type Mutation { set: String }
  type Subscription { numbers: Int, endless: Int, silent: Int }
`;

const closedSources: string[] = [];

function wiring(wiring: RuntimeWiringBuilder): void {
  wiring.type("Query", (type) => type.dataFetcher("hello", () => "Hello"));
  wiring.type("Mutation", (type) => type.dataFetcher("set", () => "Set"));
  wiring.type(
    "Subscription",
    (type) =>
      type.dataFetcher("endless", endless((executionId) => closedSources.push(executionId)))
        .dataFetcher("numbers", async function* () {
          yield* [1, 2];
          await Promise.resolve();
        }).dataFetcher("silent", async function* ({ signal }) {
          await new Promise((resolve) => {
            const timer = setTimeout(resolve, 50);
            signal.addEventListener("abort", () => {
              clearTimeout(timer);
              resolve(undefined);
            });
          });
          yield* [];
        }),
  );
}

const options = (more: Partial<GraphQlAppOptions> = {}): GraphQlAppOptions => ({ schema, wiring, ...more });
const accept = { accept: "text/event-stream" };
const endpoint = "http://localhost/graphql";
const reservation = () => new Request(endpoint, { method: "PUT" });

Deno.test("G1.3 queries, mutations and invalid documents are answered over event streams", async () => {
  await using app = await graphQlApp(options());
  const events = async (query: string) => await eventsOf(await app.fetch(post({ query }, accept)));
  const complete = { event: "complete", data: "" };
  assertEquals(await events("{ hello }"), [{ event: "next", data: { data: { hello: "Hello" } } }, complete]);
  assertEquals(await events("mutation { set }"), [{ event: "next", data: { data: { set: "Set" } } }, complete]);
  const [next, end] = await events("{ unknown }");
  assertEquals([(next?.data as { errors: { message: string }[] }).errors[0]?.message, end], [
    'Cannot query field "unknown" on type "Query".',
    complete,
  ]);
});

Deno.test("G1.3 E7 a source is closed when a result of it can't be written", async () => {
  const closed = Promise.withResolvers<void>();
  await using app = await graphQlApp({
    schema: "scalar Big type Query { a: Int } type Subscription { big: Big }",
    wiring: (wiring) => {
      wiring.scalar(new GraphQLScalarType({ name: "Big", coerceOutputValue: () => 1n }));
      wiring.type("Subscription", (type) =>
        type.dataFetcher("big", () => {
          const more = Promise.withResolvers<IteratorResult<number>>();
          let isFirst = true;
          return {
            [Symbol.asyncIterator]: () => ({
              next: () => isFirst ? (isFirst = false, Promise.resolve({ done: false, value: 1 })) : more.promise,
              return: () => {
                more.resolve({ done: true, value: undefined });
                closed.resolve();
                return more.promise;
              },
            }),
          };
        }));
    },
  });
  const [failed, end] = await eventsOf(await app.fetch(post({ query: "subscription { big }" }, accept)));
  assertEquals((failed?.data as { errors: { message: string }[] }).errors[0]?.message, "Subscription error");
  assertEquals(end, { event: "complete", data: "" });
  await closed.promise;
});

Deno.test("G1.3 EventSource opens subscriptions by GET", async () => {
  await using app = await graphQlApp(options());
  const query = new URLSearchParams({ query: "subscription { numbers }" });
  const response = await app.fetch(new Request(`http://localhost/graphql?${query}`, { headers: accept }));
  assertEquals((await eventsOf(response)).length, 3);
});

Deno.test("G1.3 C050 a silent stream carries comments", async () => {
  await using app = await graphQlApp(options({ properties: { graphql: { sseKeepAliveMs: 10 } } }));
  const text = await (await app.fetch(post({ query: "subscription { silent }" }, accept))).text();
  assertEquals([text.startsWith(":\n\n:\n\n"), text.endsWith("event: complete\ndata:\n\n")], [true, true]);
});

Deno.test("G1.3 C053 the timeout cancels the source; what was sent stands", async () => {
  closedSources.length = 0;
  await using app = await graphQlApp(options({ properties: { graphql: { sseTimeoutMs: 20 } } }));
  const response = await app.fetch(post({ query: "subscription { endless }" }, accept));
  assertEquals(await eventsOf(response), [{ event: "next", data: { data: { endless: 1 } } }]);
  assertEquals(closedSources.length, 1);
});

Deno.test("G1.3 a stopping application ends event streams with complete", async () => {
  const app = await graphQlApp(options());
  const reader = new EventReader(await app.fetch(post({ query: "subscription { endless }" }, accept)));
  assertEquals(await reader.next(), { event: "next", data: { data: { endless: 1 } } });
  await app[Symbol.asyncDispose]();
  assertEquals([await reader.next(), await reader.next()], [{ event: "complete", data: "" }, undefined]);
});

for (const singleConnection of [false, true]) {
  const mode = singleConnection ? "single connection" : "distinct connections";
  Deno.test(`G1.3 the client of graphql-sse: queries, subscriptions, errors, cancels (${mode})`, async () => {
    closedSources.length = 0;
    await using served = await ServedApp.start(options());
    const client = createClient({ url: served.url, singleConnection: singleConnection as false, retryAttempts: 0 });
    const collect = async (query: string) => {
      const results = [];
      for await (const result of client.iterate({ query })) results.push(result);
      return results;
    };
    assertEquals(await collect("{ hello }"), [{ data: { hello: "Hello" } }]);
    assertEquals(await collect("subscription { numbers }"), [{ data: { numbers: 1 } }, { data: { numbers: 2 } }]);
    const invalid = collect("{ unknown }");
    if (singleConnection) await assertRejects(() => invalid);
    else assertEquals((await invalid)[0]?.errors?.[0]?.message, 'Cannot query field "unknown" on type "Query".');
    for await (const result of client.iterate({ query: "subscription { endless }" })) {
      assertEquals(result, { data: { endless: 1 } });
      break;
    }
    while (closedSources.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    client.dispose();
  });
}

Deno.test("G1.3 E7 DELETE cancels an operation of a reserved stream that is still executing", async () => {
  const started = Promise.withResolvers<AbortSignal>();
  await using app = await graphQlApp({
    schema: "type Query { hello: String, slow: String }",
    wiring: (wiring) =>
      wiring.type(
        "Query",
        (type) =>
          type.dataFetcher("hello", () => "Hello").dataFetcher("slow", async ({ signal }) => {
            started.resolve(signal);
            await new Promise((resolve) => signal.addEventListener("abort", resolve));
          }),
      ),
  });
  const token = { "x-graphql-event-stream-token": await (await app.fetch(reservation())).text() };
  await using stream = new EventReader(await app.fetch(new Request(endpoint, { headers: { ...accept, ...token } })));
  const extensions = { operationId: "1" };
  const slow = app.fetch(post({ query: "{ slow }", extensions }, token));
  const signal = await started.promise;
  await app.fetch(new Request(`${endpoint}?operationId=1`, { method: "DELETE", headers: token }));
  // The id is free at once, and nothing of the first operation follows under it.
  assertEquals((await app.fetch(post({ query: "{ hello }", extensions }, token))).status, 202);
  assertEquals([signal.aborted, (await slow).status], [true, 202]);
  assertEquals([await stream.next(), await stream.next()], [
    { event: "next", data: { id: "1", payload: { data: { hello: "Hello" } } } },
    { event: "complete", data: { id: "1" } },
  ]);
});

Deno.test("G1.3 an operation whose body comes after its reserved stream ended is not executed", async () => {
  await using app = await graphQlApp(options());
  const token = { "x-graphql-event-stream-token": await (await app.fetch(reservation())).text() };
  const stream = await app.fetch(new Request(endpoint, { headers: { ...accept, ...token } }));
  const { readable, writable } = new TransformStream<string, string>();
  const headers = { "content-type": "application/json", ...token };
  const body = readable.pipeThrough(new TextEncoderStream());
  const late = app.fetch(new Request(endpoint, { method: "POST", headers, body }));
  const writer = writable.getWriter();
  await writer.write('{ "query": "subscription { endless }", ');
  await stream.body?.cancel();
  await writer.write('"extensions": { "operationId": "1" } }');
  await writer.close();
  const response = await late;
  assertEquals(response.status, 404);
  await response.body?.cancel();
});

Deno.test("G1.3 the timeout ends a reserved stream and its operations", async () => {
  await using app = await graphQlApp(options({ properties: { graphql: { sseTimeoutMs: 50 } } }));
  const token = { "x-graphql-event-stream-token": await (await app.fetch(reservation())).text() };
  const stream = await app.fetch(new Request(endpoint, { headers: { ...accept, ...token } }));
  const subscription = { query: "subscription { endless }", extensions: { operationId: "1" } };
  assertEquals((await app.fetch(post(subscription, token))).status, 202);
  assertEquals(await eventsOf(stream), [
    { event: "next", data: { id: "1", payload: { data: { endless: 1 } } } },
    { event: "complete", data: { id: "1" } },
  ]);
  const late = await app.fetch(post(subscription, token));
  assertEquals(late.status, 404);
  await late.body?.cancel();
});

Deno.test("G1.3 methods that the mode does not have leave a reserved stream alone", async () => {
  await using app = await graphQlApp(options());
  const token = { "x-graphql-event-stream-token": await (await app.fetch(reservation())).text() };
  for (const [method, status] of [["HEAD", 400], ["OPTIONS", 204], ["PATCH", 405]] as const) {
    const response = await app.fetch(
      new Request(endpoint, { method, headers: { ...accept, ...token } }),
    );
    await response.body?.cancel();
    assertEquals([method, response.status], [method, status]);
  }
  const stream = await app.fetch(new Request(endpoint, { headers: { ...accept, ...token } }));
  assertEquals(stream.status, 200);
  await stream.body?.cancel();
});

Deno.test("G1.3 results for a reserved stream that nobody connects make their operations wait", async () => {
  let pulled = 0;
  const closed = Promise.withResolvers<void>();
  const filled = Promise.withResolvers<void>();
  await using app = await graphQlApp({
    schema: "type Query { unused: String } type Subscription { large: String }",
    wiring: (wiring) =>
      wiring.type("Subscription", (type) =>
        type.dataFetcher("large", async function* () {
          try {
            for (;; pulled++) {
              if (pulled === 3) filled.resolve();
              yield await Promise.resolve("x".repeat(20_000));
            }
          } finally {
            closed.resolve();
          }
        })),
  });
  const token = { "x-graphql-event-stream-token": await (await app.fetch(reservation())).text() };
  const large = { query: "subscription { large }", extensions: { operationId: "1" } };
  assertEquals((await app.fetch(post(large, token))).status, 202);
  await filled.promise;
  // Whoever goes on pulling has pulled hundreds by then.
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setTimeout(resolve));
  assertEquals([pulled > 2, pulled < 30], [true, true], String(pulled));
  const stream = new EventReader(
    await app.fetch(new Request(endpoint, { headers: { ...accept, ...token } })),
  );
  for (let event = 0; event < 40; event++) await stream.next();
  assertEquals(pulled >= 39, true, String(pulled));
  await stream[Symbol.asyncDispose]();
  await closed.promise;
});

Deno.test("G1.3 E7 a reserved stream that nobody connects in time is given up with its operations", async () => {
  const closed = Promise.withResolvers<void>();
  await using app = await graphQlApp({
    schema: "type Query { a: Int } type Subscription { endless: Int }",
    wiring: (wiring) => {
      wiring.type("Subscription", (type) => type.dataFetcher("endless", endless(() => closed.resolve())));
    },
    properties: { graphql: { sseReservationTimeoutMs: 50 } },
  });
  const token = await (await app.fetch(reservation())).text();
  const named = { "x-graphql-event-stream-token": token };
  const operation = { query: "subscription { endless }", extensions: { operationId: "1" } };
  assertEquals((await app.fetch(post(operation, named))).status, 202);
  await closed.promise;
  const late = await app.fetch(new Request(endpoint, { headers: { ...accept, ...named } }));
  assertEquals(late.status, 404);
  await late.body?.cancel();
});

Deno.test("G1.3 A1.17 the answer to an operation of a reserved stream has the headers that interceptors set", async () => {
  const visits: WebGraphQlInterceptor = {
    intercept: async (request, next) => {
      const response = await next(request);
      response.responseHeaders.append("set-cookie", "visit=1");
      response.responseHeaders.append("set-cookie", "seen=2");
      return response;
    },
  };
  await using app = await graphQlApp(options({ interceptors: [visits] }));
  const token = { "x-graphql-event-stream-token": await (await app.fetch(reservation())).text() };
  const answer = async (query: string) => {
    const response = await app.fetch(post({ query, extensions: { operationId: "1" } }, token));
    await response.body?.cancel();
    return [response.status, response.headers.getSetCookie()];
  };
  assertEquals(await answer("{ hello }"), [202, ["visit=1", "seen=2"]]);
  assertEquals(await answer("{ nothing }"), [400, ["visit=1", "seen=2"]]);
});

Deno.test("G1.3 reserved streams: unknown tokens, second connections, doubled ids, too many reservations", async () => {
  await using app = await graphQlApp(options({ properties: { graphql: { sseMaxReservations: 1 } } }));
  const send = async (method: string, headers: Record<string, string>, body?: unknown) => {
    const request = new Request("http://localhost/graphql", {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return await app.fetch(request);
  };
  const status = async (response: Promise<Response>) => {
    const { status, body } = await response;
    await body?.cancel();
    return status;
  };
  const reservation = await send("PUT", {});
  const token = { "x-graphql-event-stream-token": await reservation.text() };
  assertEquals(reservation.status, 201);
  assertEquals(await status(send("PUT", {})), 429);
  const stream = new EventReader(await send("GET", { ...accept, ...token }));
  assertEquals(await status(send("GET", { ...accept, ...token })), 409);
  assertEquals(await status(send("GET", { ...accept, "x-graphql-event-stream-token": "unknown" })), 404);
  const subscription = { query: "subscription { endless }", extensions: { operationId: "1" } };
  assertEquals(await status(send("POST", token, { query: "{ hello }" })), 400);
  assertEquals(await status(send("POST", token, subscription)), 202);
  assertEquals(await stream.next(), { event: "next", data: { id: "1", payload: { data: { endless: 1 } } } });
  assertEquals(await status(send("POST", token, subscription)), 409);
  assertEquals(await status(send("DELETE", token)), 400);
  await stream[Symbol.asyncDispose]();
  assertEquals(await status(send("POST", token, subscription)), 404);
});
