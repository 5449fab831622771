import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import {
  ErrorType,
  GraphQLScalarType,
  ResponseStatusError,
  type RuntimeWiringBuilder,
  SubscriptionExceptionResolver,
  WebSocketGraphQlInterceptor,
  type WebSocketPayload,
  type WebSocketSessionInfo,
} from "@espalier/espalier/graphql";
import { endless } from "./endless.ts";
import { graphQlApp, type GraphQlAppOptions } from "./graphql_app.ts";
import { RawSocket } from "./raw_socket.ts";
import { ServedApp } from "./served_app.ts";

const schema = `
  type Query { hello: String, slow: String }
  type Subscription { numbers: Int, endless: Int, failing: String }
`;

function wiring(wiring: RuntimeWiringBuilder): void {
  wiring.type("Query", (type) => type.dataFetcher("hello", () => "Hello"));
  wiring.type(
    "Subscription",
    (type) =>
      type.dataFetcher("endless", endless()).dataFetcher("numbers", async function* () {
        yield* [1, 2];
        await Promise.resolve();
      }).dataFetcher("failing", async function* () {
        yield await Promise.resolve("a");
        throw new Error("secret");
      }),
  );
}

const start = (more: Partial<GraphQlAppOptions> = {}) => ServedApp.start({ schema, wiring, ...more });

Deno.test("G1.2 C055 C077 a query is answered by next and complete, the default ack has an empty payload", async () => {
  await using served = await start();
  await using socket = new RawSocket(served.webSocketUrl);
  assertEquals(await socket.init(), { type: "connection_ack", payload: {} });
  await socket.subscribe("q", "{ hello }");
  assertEquals(await socket.next(), { id: "q", type: "next", payload: { data: { hello: "Hello" } } });
  assertEquals(await socket.next(), { id: "q", type: "complete" });
});

Deno.test("G1.2 C056 a subscription is answered by next per item and complete", async () => {
  await using served = await start();
  await using socket = new RawSocket(served.webSocketUrl);
  await socket.init();
  await socket.subscribe("s", "subscription { numbers }");
  assertEquals([await socket.next(), await socket.next(), await socket.next()], [
    { id: "s", type: "next", payload: { data: { numbers: 1 } } },
    { id: "s", type: "next", payload: { data: { numbers: 2 } } },
    { id: "s", type: "complete" },
  ]);
});

Deno.test("G1.2 an invalid document is an error message, and the id is free again", async () => {
  await using served = await start();
  await using socket = new RawSocket(served.webSocketUrl);
  await socket.init();
  await socket.subscribe("x", "{ unknown }");
  assertEquals(await socket.next(), {
    id: "x",
    type: "error",
    payload: [{
      message: 'Cannot query field "unknown" on type "Query".',
      locations: [{ line: 1, column: 3 }],
      extensions: { classification: "ValidationError" },
    }],
  });
  await socket.subscribe("x", "{ hello }");
  assertEquals(await socket.next(), { id: "x", type: "next", payload: { data: { hello: "Hello" } } });
});

Deno.test("S3 C071 a stream that fails ends with a list of errors and no complete", async () => {
  const resolver = SubscriptionExceptionResolver.forSingleError(() => ({
    message: "Resolved",
    errorType: ErrorType.BAD_REQUEST,
  }));
  for (const resolvers of [[], [resolver]]) {
    await using served = await start({ subscriptionExceptionResolvers: resolvers });
    await using socket = new RawSocket(served.webSocketUrl);
    await socket.init();
    await socket.subscribe("f", "subscription { failing }");
    assertEquals(await socket.next(), { id: "f", type: "next", payload: { data: { failing: "a" } } });
    const error = resolvers.length === 0
      ? { message: "Subscription error", extensions: { classification: "INTERNAL_ERROR" } }
      : { message: "Resolved", extensions: { classification: "BAD_REQUEST" } };
    assertEquals(await socket.next(), { id: "f", type: "error", payload: [error] });
    await socket.send({ type: "ping" });
    assertEquals(await socket.next(), { type: "pong" });
  }
});

Deno.test("G1.2 C070 complete frees the id", async () => {
  await using served = await start();
  await using socket = new RawSocket(served.webSocketUrl);
  await socket.init();
  const first = { id: "1", type: "next", payload: { data: { endless: 1 } } };
  for (let round = 0; round < 3; round++) {
    await socket.subscribe("1", "subscription { endless }");
    assertEquals(await socket.next(), first);
    await socket.send({ type: "complete", id: "1" });
  }
});

Deno.test("E7 G1.2 complete cancels an operation that is still executing, and nothing of it follows", async () => {
  const started = Promise.withResolvers<AbortSignal>();
  await using served = await start({
    wiring: (builder) => {
      wiring(builder);
      builder.type("Query", (type) =>
        type.dataFetcher("slow", async ({ signal }) => {
          started.resolve(signal);
          await new Promise((resolve) => signal.addEventListener("abort", resolve));
          return "late";
        }));
    },
  });
  await using socket = new RawSocket(served.webSocketUrl);
  await socket.init();
  await socket.subscribe("1", "{ slow }");
  const signal = await started.promise;
  await socket.send({ type: "complete", id: "1" });
  await socket.subscribe("1", "{ hello }");
  assertEquals(await socket.next(), { id: "1", type: "next", payload: { data: { hello: "Hello" } } });
  assertEquals(await socket.next(), { id: "1", type: "complete" });
  assertEquals(signal.aborted, true);
});

Deno.test("G1.2 C061 C067 close codes of the protocol", async () => {
  await using served = await start();
  const closing = async (...messages: unknown[]) => {
    await using socket = new RawSocket(served.webSocketUrl);
    for (const message of messages) await socket.send(message);
    return await socket.closed;
  };
  const init = { type: "connection_init" };
  const subscribe = { type: "subscribe", id: "1", payload: { query: "subscription { endless }" } };
  assertEquals(await closing(init, { type: "subscribe", payload: { query: "{ hello }" } }), {
    code: 4400,
    reason: "Invalid message",
  });
  assertEquals((await closing("no json")).code, 4400);
  assertEquals((await closing({ type: "unknown" })).code, 4400);
  assertEquals(await closing(init, { type: "connection_ack" }), { code: 4400, reason: "Invalid message" });
  assertEquals(await closing(init, { type: "next", id: "1", payload: {} }), { code: 4400, reason: "Invalid message" });
  assertEquals(await closing(subscribe), { code: 4401, reason: "Unauthorized" });
  assertEquals(await closing(init, init), { code: 4429, reason: "Too many initialisation requests" });
  assertEquals(await closing(init, subscribe, subscribe), { code: 4409, reason: "Subscriber for 1 already exists" });
});

Deno.test("G1.2 what a client sent stands in a close reason as far as there is room", async () => {
  await using served = await start();
  for (const [id, shown] of [["i".repeat(5_000), "i".repeat(108)], ["\u{1f600}".repeat(100), "\u{1f600}".repeat(27)]]) {
    await using socket = new RawSocket(served.webSocketUrl);
    await socket.init();
    await socket.subscribe(id!, "subscription { endless }");
    await socket.subscribe(id!, "{ hello }");
    assertEquals(await socket.closed, { code: 4409, reason: `Subscriber for ${shown}` });
  }
});

Deno.test("G1.2 another subprotocol is closed with 4406", async () => {
  await using served = await start();
  for (const protocol of ["graphql-ws", []]) {
    await using socket = new RawSocket(served.webSocketUrl, protocol);
    assertEquals(await socket.closed, { code: 4406, reason: "Subprotocol not acceptable" });
  }
});

Deno.test("G1.2 C068 without connection_init the connection is closed with 4408", async () => {
  await using served = await start({ properties: { graphql: { webSocketInitTimeoutMs: 20 } } });
  await using socket = new RawSocket(served.webSocketUrl);
  assertEquals(await socket.closed, { code: 4408, reason: "Connection initialisation timeout" });
});

Deno.test("G1.2 C058 a silent connection is pinged", async () => {
  await using served = await start({ properties: { graphql: { webSocketKeepAliveMs: 10 } } });
  await using socket = new RawSocket(served.webSocketUrl);
  await socket.init();
  assertEquals([await socket.next(), await socket.next()], [{ type: "ping" }, { type: "ping" }]);
  await socket.send({ type: "pong" });
  await socket.subscribe("1", "{ hello }");
});

Deno.test("G1.2 C059 connections that are kept alive have pings of their own", async () => {
  await using served = await start({ properties: { graphql: { webSocketKeepAliveMs: 10 } } });
  const ping = { type: "ping" };
  await using closing = new RawSocket(served.webSocketUrl);
  await using silent = new RawSocket(served.webSocketUrl);
  await using busy = new RawSocket(served.webSocketUrl);
  await using uninitialised = new RawSocket(served.webSocketUrl);
  await Promise.all([closing.init(), silent.init(), busy.init()]);
  assertEquals([await closing.next(), await silent.next(), await busy.next()], [ping, ping, ping]);
  await closing[Symbol.asyncDispose]();
  assertEquals([await silent.next(), await busy.next()], [ping, ping]);
  // Whoever has not said hello is not pinged: the first message is the answer.
  assertEquals(await uninitialised.init(), { type: "connection_ack", payload: {} });
});

Deno.test("G1.2 ping is answered by pong with the same payload", async () => {
  await using served = await start();
  await using socket = new RawSocket(served.webSocketUrl);
  await socket.send({ type: "ping", payload: { a: 1 } });
  assertEquals(await socket.next(), { type: "pong", payload: { a: 1 } });
});

class RecordingInterceptor extends WebSocketGraphQlInterceptor {
  readonly seen: unknown[] = [];
  readonly closed: PromiseWithResolvers<void> = Promise.withResolvers();

  override handleConnectionInitialization(_: WebSocketSessionInfo, payload: WebSocketPayload): WebSocketPayload {
    if (payload.key === "bad") throw new Error("secret");
    return { key: `${payload.key} acknowledged` };
  }

  override handleCancelledSubscription(_: WebSocketSessionInfo, id: string): void {
    this.seen.push(["cancelled", id]);
  }

  override handleConnectionClosed(_: WebSocketSessionInfo, code: number, payload: WebSocketPayload): void {
    this.seen.push(["closed", code, payload]);
    this.closed.resolve();
  }
}

Deno.test("G1.2 C062 C064 the interceptor sees init, cancel and close", async () => {
  const interceptor = new RecordingInterceptor();
  await using served = await start({ interceptors: [interceptor] });
  await using socket = new RawSocket(served.webSocketUrl);
  assertEquals(await socket.init({ key: "A" }), { type: "connection_ack", payload: { key: "A acknowledged" } });
  await socket.subscribe("1", "subscription { endless }");
  await socket.next();
  await socket.send({ type: "complete", id: "1" });
  await socket.send({ type: "complete", id: "unknown" });
  await socket.send({ type: "ping" });
  await socket.next();
  socket.socket.close(4321);
  await interceptor.closed.promise;
  assertEquals(interceptor.seen, [["cancelled", "1"], ["closed", 4321, { key: "A" }]]);
});

Deno.test("G1.2 C064 the interceptor sees the end of a connection whose client left during connection_init", async () => {
  const began = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  class Slow extends WebSocketGraphQlInterceptor {
    readonly closed = Promise.withResolvers<unknown>();
    override async handleConnectionInitialization(): Promise<void> {
      began.resolve();
      await left.promise;
    }
    override handleConnectionClosed(_: WebSocketSessionInfo, code: number, payload: WebSocketPayload): void {
      this.closed.resolve([code, payload]);
    }
  }
  const interceptor = new Slow();
  await using served = await start({ interceptors: [interceptor] });
  const socket = new RawSocket(served.webSocketUrl);
  await socket.send({ type: "connection_init", payload: { key: "A" } });
  await began.promise;
  socket.socket.close(4321);
  await socket.closed;
  // The server has answered the close of this connection, and hears of that before it hears of another.
  await using other = new RawSocket(served.webSocketUrl);
  await other.send({ type: "ping" });
  await other.next();
  left.resolve();
  assertEquals(await interceptor.closed.promise, [4321, { key: "A" }]);
});

Deno.test("G1.2 C064 an interceptor that throws at a cancel or at the end harms nobody else", async () => {
  class Throwing extends RecordingInterceptor {
    override handleCancelledSubscription(...cancelled: [WebSocketSessionInfo, string]): void {
      super.handleCancelledSubscription(...cancelled);
      throw new Error("cancelled");
    }
    override handleConnectionClosed(...closed: [WebSocketSessionInfo, number, WebSocketPayload]): void {
      super.handleConnectionClosed(...closed);
      throw new Error("closed");
    }
  }
  const interceptor = new Throwing();
  await using served = await start({ interceptors: [interceptor] });
  await using socket = new RawSocket(served.webSocketUrl);
  await socket.init({ key: "A" });
  await socket.subscribe("1", "subscription { endless }");
  await socket.next();
  await socket.send({ type: "complete", id: "1" });
  // The library hears of it, too: the id is free again.
  await socket.subscribe("1", "subscription { endless }");
  assertEquals((await socket.next() as { type: string }).type, "next");
  socket.socket.close(4321);
  await interceptor.closed.promise;
  assertEquals(interceptor.seen, [["cancelled", "1"], ["closed", 4321, { key: "A" }]]);
});

Deno.test("G1.2 the interceptor sees an empty payload where connection_init has null", async () => {
  await using served = await start({ interceptors: [new RecordingInterceptor()] });
  await using socket = new RawSocket(served.webSocketUrl);
  await socket.send({ type: "connection_init", payload: null });
  assertEquals(await socket.next(), { type: "connection_ack", payload: { key: "undefined acknowledged" } });
});

Deno.test("G1.2 an interceptor that throws rejects the connection with 4403", async () => {
  await using served = await start({ interceptors: [new RecordingInterceptor()] });
  await using socket = new RawSocket(served.webSocketUrl);
  await socket.send({ type: "connection_init", payload: { key: "bad" } });
  assertEquals(await socket.closed, { code: 4403, reason: "Forbidden" });
});

Deno.test("G1.2 a second WebSocketGraphQlInterceptor is refused at the start", async () => {
  await assertRejects(
    () => graphQlApp({ interceptors: [new RecordingInterceptor(), new RecordingInterceptor()] }),
    Error,
    "there can be at most 1 WebSocketGraphQlInterceptor: current number is 2",
  );
});

Deno.test("A1.17 interceptors see every operation of a WebSocket; what they throw is an error message", async () => {
  const ids: string[] = [];
  await using served = await start({
    interceptors: [{
      intercept: (request, next) => {
        ids.push(request.id);
        if (request.id === "denied") throw new ResponseStatusError(401, "Sign in first");
        if (request.id === "broken") throw new Error("secret");
        return next(request);
      },
    }],
  });
  await using socket = new RawSocket(served.webSocketUrl);
  await socket.init();
  for (const id of ["denied", "broken", "fine"]) await socket.subscribe(id, "{ hello }");
  assertEquals([await socket.next(), await socket.next(), await socket.next()], [
    {
      id: "denied",
      type: "error",
      payload: [{ message: "Sign in first", extensions: { classification: "UNAUTHORIZED" } }],
    },
    {
      id: "broken",
      type: "error",
      payload: [{ message: "INTERNAL_ERROR for broken", extensions: { classification: "INTERNAL_ERROR" } }],
    },
    { id: "fine", type: "next", payload: { data: { hello: "Hello" } } },
  ]);
  assertEquals(ids, ["denied", "broken", "fine"]);
});

/** Sends a handshake and returns the status line of the answer. */
async function handshake(served: ServedApp, headers: Record<string, string>): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: served.port });
  const all = {
    host: `127.0.0.1:${served.port}`,
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    "sec-websocket-version": "13",
    "sec-websocket-protocol": "graphql-transport-ws",
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  await connection.write(new TextEncoder().encode(`GET /graphql HTTP/1.1\r\n${lines}\r\n`));
  const buffer = new Uint8Array(1_000);
  const length = await connection.read(buffer) ?? 0;
  return new TextDecoder().decode(buffer.subarray(0, length)).split("\r\n")[0] ?? "";
}

Deno.test("G1.2 C073 C074 a handshake of another origin is 403 unless CORS allows it", async () => {
  await using closed = await start();
  assertMatch(await handshake(closed, { origin: "https://example.org" }), /403/);
  assertMatch(await handshake(closed, { origin: `http://127.0.0.1:${closed.port}` }), /101/);
  assertMatch(await handshake(closed, {}), /101/);
  await using open = await start({ properties: { http: { corsOrigins: ["https://example.org"] } } });
  assertMatch(await handshake(open, { origin: "https://example.org" }), /101/);
  // A request that did not come over a server's connection can't become a socket.
  const detached = new Request(open.url, { headers: { upgrade: "websocket", "sec-websocket-version": "13" } });
  assertEquals((await open.app.fetch(detached)).status, 400);
});

Deno.test("G1.2 the protocol is found in a list without spaces, and another version of WebSockets is 426", async () => {
  await using served = await start();
  for (const offered of ["a,graphql-transport-ws", "graphql-transport-ws,a", "a , graphql-transport-ws"]) {
    assertMatch(await handshake(served, { "sec-websocket-protocol": offered }), /101/);
  }
  const other = new Request(served.url, { headers: { upgrade: "websocket", "sec-websocket-version": "8" } });
  const response = await served.app.fetch(other);
  assertEquals([response.status, response.headers.get("sec-websocket-version"), await response.json()], [426, "13", {
    errors: [{
      message: 'Cannot open a WebSocket as "Sec-WebSocket-Version" must be 13: current value is "8"',
      extensions: { classification: "BAD_REQUEST" },
    }],
  }]);
});

Deno.test("G1.2 messages over the limit close the connection with 1009 before they are parsed", async () => {
  await using served = await start({ properties: { http: { maxBodyBytes: 1_000 } } });
  await using socket = new RawSocket(served.webSocketUrl);
  await socket.init();
  await socket.send("é".repeat(600));
  assertEquals(await socket.closed, { code: 1009, reason: "A message must have 1000 bytes at most" });
});

Deno.test("G1.2 a result that JSON does not have fails its operation, and the connection goes on", async () => {
  const bigInt = new GraphQLScalarType({ name: "Big", coerceOutputValue: () => 1n });
  await using served = await ServedApp.start({
    schema: "scalar Big type Query { big: Big hello: String } type Subscription { big: Big }",
    wiring: (wiring) => {
      wiring.scalar(bigInt).type("Query", (type) => type.addDataFetchers({ big: () => 1, hello: () => "Hello" }))
        .type("Subscription", (type) =>
          type.dataFetcher("big", async function* () {
            yield await Promise.resolve(1);
          }));
    },
  });
  await using socket = new RawSocket(served.webSocketUrl);
  await socket.init();
  const error = (id: string, message: string) => ({
    id,
    type: "error",
    payload: [{ message, extensions: { classification: "INTERNAL_ERROR" } }],
  });
  await socket.subscribe("1", "{ big }");
  assertEquals(await socket.next(), error("1", "INTERNAL_ERROR for 1"));
  await socket.subscribe("2", "subscription { big }");
  assertEquals(await socket.next(), error("2", "Subscription error"));
  await socket.subscribe("1", "{ hello }");
  assertEquals(await socket.next(), { id: "1", type: "next", payload: { data: { hello: "Hello" } } });
});

Deno.test("G1.2 one operation too many on a connection is refused with the limit", async () => {
  await using served = await start({ properties: { graphql: { webSocketMaxOperations: 1 } } });
  await using socket = new RawSocket(served.webSocketUrl);
  await socket.init();
  await socket.subscribe("1", "subscription { endless }");
  await socket.next();
  await socket.subscribe("2", "{ hello }");
  const message =
    "Cannot start the operation as the number of operations on a connection must be <= 1: current value is 2";
  assertEquals(await socket.next(), {
    id: "2",
    type: "error",
    payload: [{ message, extensions: { classification: "BAD_REQUEST" } }],
  });
});
