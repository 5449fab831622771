import { assertEquals } from "@std/assert";
import { type Application, Lifecycle, serve } from "@espalier/espalier";
import { endless } from "./endless.ts";
import { graphQlApp, post } from "./graphql_app.ts";
import { RawSocket } from "./raw_socket.ts";
import { EventReader } from "./sse_events.ts";

const schema = "type Query { slow(ms: Int!): Int } type Subscription { endless: Int }";

async function start(port = 0, onExecuted: () => unknown = () => {}) {
  const app = await graphQlApp({
    schema,
    wiring: (wiring) =>
      wiring.type("Query", (type) =>
        type.dataFetcher("slow", async (env) => {
          onExecuted();
          await new Promise((resolve) => setTimeout(resolve, env.argument<number>("ms")));
          return env.argument("ms");
        })).type("Subscription", (type) => type.dataFetcher("endless", endless())),
  });
  return await serve(app, { port, quiet: true });
}

const body = (ms: number) => JSON.stringify({ query: `{ slow(ms: ${ms}) }` });
const headers = { "content-type": "application/json" };

Deno.test("G1.2 G1.3 a stopping service finishes operations, closes sockets with 1001 and ends streams", async () => {
  const bothTaken = Promise.withResolvers<void>();
  let taken = 0;
  const server = await start(0, () => ++taken === 2 && bothTaken.resolve());
  const url = `http://127.0.0.1:${server.port}/graphql`;
  await using socket = new RawSocket(`ws://127.0.0.1:${server.port}/graphql`);
  await socket.init();
  await socket.subscribe("s", "subscription { endless }");
  assertEquals(await socket.next(), { id: "s", type: "next", payload: { data: { endless: 1 } } });
  await socket.subscribe("q", "{ slow(ms: 400) }");
  const query = new URLSearchParams({ query: "subscription { endless }" });
  const stream = new EventReader(await fetch(`${url}?${query}`, { headers: { accept: "text/event-stream" } }));
  await stream.next();
  const pending = fetch(url, { method: "POST", headers, body: body(400) });
  await bothTaken.promise;

  const stopped = server.stop();
  await socket.subscribe("late", "{ slow(ms: 1) }");
  const refused = await socket.next() as { id: string; type: string; payload: { message: string }[] };
  assertEquals([refused.id, refused.type, refused.payload[0]?.message], [
    "late",
    "error",
    "Cannot start the operation as the service is stopping",
  ]);
  assertEquals(await socket.next(), { id: "q", type: "next", payload: { data: { slow: 400 } } });
  assertEquals(await socket.next(), { id: "q", type: "complete" });
  assertEquals((await socket.closed).code, 1001);
  assertEquals(await (await pending).json(), { data: { slow: 400 } });
  assertEquals([await stream.next(), await stream.next()], [{ event: "complete", data: "" }, undefined]);
  await stopped;
});

Deno.test("G1.1 under load a restart loses no request that was taken", async () => {
  let executed = 0;
  let enough = Promise.withResolvers<void>();
  const count = () => void (++executed % 50 === 0 && enough.resolve());
  let server = await start(0, count);
  const { port } = server;
  const url = `http://127.0.0.1:${port}/graphql`;
  let answered = 0;
  let isDone = false;
  const client = async () => {
    while (!isDone) {
      // Between the two servers nobody listens: what was not taken is no loss.
      const response = await fetch(url, { method: "POST", headers, body: body(2) }).catch(() => undefined);
      const result = await response?.json();
      if (result?.data?.slow === 2) answered++;
    }
  };
  const clients = Array.from({ length: 8 }, client);
  await enough.promise;
  await server.stop();
  enough = Promise.withResolvers();
  server = await start(port, count);
  await enough.promise;
  isDone = true;
  await Promise.all(clients);
  await server.stop();
  assertEquals(answered, executed);
});

Deno.test("G1.2 a socket that opens after the application began to stop is closed with 1001", async () => {
  const app = await graphQlApp();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request, info) => {
    const handshake = await app.fetch(request, info);
    await app[Symbol.asyncDispose]();
    return handshake;
  });
  await using socket = new RawSocket(`ws://127.0.0.1:${server.addr.port}/graphql`);
  assertEquals(await socket.closed, { code: 1001, reason: "Going away" });
  await server.shutdown();
});

interface DeferringApp {
  readonly app: Application;
  /** Lets the deferred part be made. */
  readonly release: () => void;
}

async function deferringApp(
  drainTimeoutMs = 5_000,
  quick: () => string | Promise<string> = () => "now",
): Promise<DeferringApp> {
  const late = Promise.withResolvers<string>();
  const app = await graphQlApp({
    schema: "type Query { quick: String late: String }",
    wiring: (wiring) =>
      wiring.type("Query", (type) => type.dataFetcher("quick", quick).dataFetcher("late", () => late.promise)),
    properties: { graphql: { incremental: true }, http: { drainTimeoutMs } },
  });
  return { app, release: () => late.resolve("then") };
}

const deferred = { query: "{ quick ... @defer { late } }" };

const parts = [
  { data: { quick: "now" }, pending: [{ id: "0", path: [] }], hasNext: true },
  { incremental: [{ data: { late: "then" }, id: "0" }], completed: [{ id: "0" }], hasNext: false },
];

/** What the streaming part of a response says, until it ends. */
class PartReader {
  readonly #reader: ReadableStreamDefaultReader<string>;
  text = "";

  constructor(response: Response) {
    this.#reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Reads until the text holds something, or all of it. */
  async until(wanted?: string): Promise<this> {
    while (wanted === undefined || !this.text.includes(wanted)) {
      const { done, value } = await this.#reader.read();
      if (done) return this;
      this.text += value;
    }
    return this;
  }

  get parts(): unknown[] {
    return [...this.text.matchAll(/^(?:data: )?(\{.*\})\r?$/gm)].map((match) => JSON.parse(match[1] ?? ""));
  }
}

for (const accept of ["multipart/mixed;incrementalSpec=v0.2", "text/event-stream"]) {
  Deno.test(`G1.2 the parts of a deferred answer are sent while the application stops: ${accept}`, async () => {
    const { app, release } = await deferringApp();
    const reader = await new PartReader(await app.fetch(post(deferred, { accept }))).until("hasNext");
    const stopped = app[Symbol.asyncDispose]();
    release();
    assertEquals((await reader.until()).parts, parts);
    await stopped;
  });

  Deno.test(`G1.2 a deferred answer that begins while the application stops is sent: ${accept}`, async () => {
    const begin = Promise.withResolvers<string>();
    const { app, release } = await deferringApp(5_000, () => begin.promise);
    const response = app.fetch(post(deferred, { accept }));
    const stopped = app[Symbol.asyncDispose]();
    begin.resolve("now");
    const reader = await new PartReader(await response).until("hasNext");
    assertEquals(app.container.get(Lifecycle).state, "draining");
    release();
    assertEquals((await reader.until()).parts, parts);
    await stopped;
  });

  Deno.test(`G1.2 a deferred answer that does not come ends when the time to stop is over: ${accept}`, async () => {
    const { app, release } = await deferringApp(20);
    const reader = await new PartReader(await app.fetch(post(deferred, { accept }))).until("hasNext");
    const stopped = app[Symbol.asyncDispose]();
    assertEquals((await reader.until()).parts, parts.slice(0, 1));
    await stopped;
    release();
  });
}

Deno.test("G1.2 operations of a reserved stream finish while the application stops, subscriptions end", async () => {
  const gate = Promise.withResolvers<string>();
  const isAsked = Promise.withResolvers<void>();
  const app = await graphQlApp({
    schema: "type Query { gated: String } type Subscription { endless: Int }",
    wiring: (wiring) =>
      wiring.type("Query", (type) =>
        type.dataFetcher("gated", () => {
          isAsked.resolve();
          return gate.promise;
        })).type("Subscription", (type) => type.dataFetcher("endless", endless())),
  });
  const stream = "http://localhost/graphql";
  const token = {
    "x-graphql-event-stream-token": await (await app.fetch(new Request(stream, { method: "PUT" }))).text(),
  };
  const connection = new Request(stream, { headers: { accept: "text/event-stream", ...token } });
  await using events = new EventReader(await app.fetch(connection));
  const operation = (query: string, operationId: string) =>
    app.fetch(post({ query, extensions: { operationId } }, token));
  await operation("subscription { endless }", "s");
  const query = operation("{ gated }", "q");
  assertEquals(await events.next(), { event: "next", data: { id: "s", payload: { data: { endless: 1 } } } });
  await isAsked.promise;
  const stopped = app[Symbol.asyncDispose]();
  assertEquals(await events.next(), { event: "complete", data: { id: "s" } });
  gate.resolve("done");
  assertEquals([await events.next(), await events.next(), await events.next()], [
    { event: "next", data: { id: "q", payload: { data: { gated: "done" } } } },
    { event: "complete", data: { id: "q" } },
    undefined,
  ]);
  assertEquals((await query).status, 202);
  await stopped;
});

Deno.test("G1.2 the parts of a deferred answer are sent over a WebSocket while the application stops", async () => {
  const { app, release } = await deferringApp();
  await using server = await serve(app, { port: 0, quiet: true });
  await using socket = new RawSocket(`ws://127.0.0.1:${server.port}/graphql`);
  await socket.init();
  await socket.subscribe("d", deferred.query);
  assertEquals(await socket.next(), { id: "d", type: "next", payload: parts[0] });
  const stopped = server.stop();
  release();
  assertEquals([await socket.next(), await socket.next()], [
    { id: "d", type: "next", payload: parts[1] },
    { id: "d", type: "complete" },
  ]);
  assertEquals((await socket.closed).code, 1001);
  await stopped;
});
