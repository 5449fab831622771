import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { t } from "@espalier/espalier";
import {
  GraphQlClient,
  GraphQlTransportError,
  SubscriptionError,
  WebSocketGraphQlTransport,
} from "@espalier/espalier/client";

type Message = { type: string; id?: string; payload?: unknown };

/** A server that acknowledges connections, answers `subscribe` as told and remembers what it received. */
function webSocketServer(
  answer: (subscribe: Message) => readonly Message[],
  ackPayload?: (init: unknown) => unknown,
  answersPings = true,
) {
  const received: Message[] = [];
  const closed = Promise.withResolvers<number>();
  const seen = new Map<string, () => void>();
  const sockets: WebSocket[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const { socket, response } = Deno.upgradeWebSocket(request, { protocol: "graphql-transport-ws" });
    sockets.push(socket);
    const send = (message: Message) => socket.send(JSON.stringify(message));
    socket.onclose = ({ code }) => closed.resolve(code);
    socket.onmessage = ({ data }) => {
      const message: Message = JSON.parse(data);
      received.push(message);
      if (message.type === "connection_init") {
        const payload = ackPayload?.(message.payload);
        send({ type: "connection_ack", ...(payload ? { payload } : {}) });
        send({ type: "ping" });
      }
      if (message.type === "ping" && answersPings) send({ type: "pong" });
      if (message.type === "subscribe") answer(message).forEach(send);
      seen.get(message.type)?.();
    };
    return response;
  });
  const arrival = (type: string) => new Promise<void>((resolve) => seen.set(type, resolve));
  return {
    url: `http://127.0.0.1:${server.addr.port}/graphql`,
    received,
    arrival,
    closed: closed.promise,
    connections: () => sockets.length,
    dropAll: () => sockets.forEach((socket) => socket.close(1011, "Gone")),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

const types = (messages: readonly Message[]) => messages.map(({ type, payload }) => payload ? { type, payload } : type);

Deno.test("client C533 C539 a query over a WebSocket: init, pong, subscribe", async () => {
  await using server = webSocketServer(({ id }) => [
    { type: "next", id: id!, payload: { data: { key1: "value1" } } },
    { type: "complete", id: id! },
  ]);
  await using client = GraphQlClient.webSocket({ url: server.url });
  const ponged = server.arrival("pong");
  assertEquals(await client.document("{ key1 }").variable("a", 1).retrieve("key1").toEntity(t.string), "value1");
  await ponged;
  assertEquals(types(server.received), [
    "connection_init",
    "pong",
    { type: "subscribe", payload: { query: "{ key1 }", variables: { a: 1 } } },
  ]);
  assertEquals(await client.document("{ key1 }").retrieve("key1").toEntity(t.string), "value1");
  assertEquals(server.connections(), 1);
});

Deno.test("client C535 C536 error messages: a response of a query, the end of a subscription", async () => {
  await using server = webSocketServer(({ id, payload }) => [
    ...((payload as { query: string }).query.startsWith("subscription")
      ? [{ type: "next", id: id!, payload: { data: { n: 1 } } }]
      : []),
    { type: "error", id: id!, payload: [{ message: "boo", path: null, extensions: null }] },
  ]);
  await using client = GraphQlClient.webSocket({ url: server.url });
  const response = await client.document("{ n }").execute();
  assertEquals([response.isValid, response.errors], [false, [{ message: "boo" }]]);
  const stream = client.document("subscription { n }").executeSubscription();
  assertEquals((await stream.next()).value?.data, { n: 1 });
  const error = await assertRejects(() => stream.next(), SubscriptionError, "Subscription ended with 1 error(s):\nboo");
  assertEquals(error.errors, [{ message: "boo" }]);
});

Deno.test("client C538 leaving a subscription sends complete", async () => {
  await using server = webSocketServer(({ id }) => [{ type: "next", id: id!, payload: { data: { n: 1 } } }]);
  await using client = GraphQlClient.webSocket({ url: server.url });
  const completed = server.arrival("complete");
  for await (const n of client.document("subscription { n }").retrieveSubscription("n").toEntity(t.int)) {
    assertEquals(n, 1);
    break;
  }
  await completed;
});

Deno.test("client C541 C542 start connects with a payload, stop closes, start works again", async () => {
  await using server = webSocketServer(
    ({ id }) => [{ type: "next", id: id!, payload: { data: { n: 1 } } }, { type: "complete", id: id! }],
    (init) => ({ key: `${(init as { key: string }).key}Ack` }),
  );
  const acknowledged: unknown[] = [];
  await using transport = new WebSocketGraphQlTransport({
    url: server.url,
    connectionInitPayload: { key: "valueInit" },
    onAcknowledged: (payload) => acknowledged.push(payload),
  });
  const client = new GraphQlClient(transport);
  await transport.start();
  assertEquals(acknowledged, [{ key: "valueInitAck" }]);
  assertEquals(types(server.received.slice(0, 1)), [{ type: "connection_init", payload: { key: "valueInit" } }]);
  await transport.stop();
  assertEquals(await server.closed, 1000);
  await assertRejects(
    () => client.document("{ n }").execute(),
    GraphQlTransportError,
    "WebSocketGraphQlTransport has been stopped",
  );
  await transport.start();
  assertEquals(await client.document("{ n }").retrieve("n").toEntity(t.int), 1);
  assertEquals(server.connections(), 2);
});

Deno.test("client C544 C545 a connection that fails is an error, and a lost one is made again", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  await using nowhere = new WebSocketGraphQlTransport({ url: `ws://127.0.0.1:${port}/graphql` });
  await assertRejects(() => nowhere.start(), Error);

  await using server = webSocketServer(({ id, payload }) =>
    (payload as { query: string }).query === "{ hang }" ? [] : [
      { type: "next", id: id!, payload: { data: { n: 1 } } },
      { type: "complete", id: id! },
    ]
  );
  await using client = GraphQlClient.webSocket({ url: server.url });
  const subscribed = server.arrival("subscribe");
  const lost = assertRejects(
    () => client.document("{ hang }").execute(),
    GraphQlTransportError,
    "disconnected with code 1011 (Gone)",
  );
  await subscribed;
  server.dropAll();
  await lost;
  assertEquals(await client.document("{ n }").retrieve("n").toEntity(t.int), 1);
});

Deno.test("client C547 an answer that is no message of a server ends the connection with 4400", async () => {
  await using server = webSocketServer(({ id, payload }) => [{ type: "subscribe", id: id!, payload }]);
  await using client = GraphQlClient.webSocket({ url: server.url });
  await assertRejects(
    () => client.document("{ n }").execute(),
    GraphQlTransportError,
    "disconnected with code 4400 (Invalid message)",
  );
  assertEquals(await server.closed, 4400);
});

Deno.test("client: whoever leaves while the connection is made is not subscribed", async () => {
  await using server = webSocketServer(() => []);
  await using client = GraphQlClient.webSocket({ url: server.url });
  const stream = client.document("subscription { n }").executeSubscription();
  const parked = stream.next();
  await stream.return?.();
  assertEquals(await parked, { done: true, value: undefined });
  const answered = client.document("{ n }").execute();
  await server.arrival("subscribe");
  server.dropAll();
  await assertRejects(() => answered, GraphQlTransportError);
  assertEquals(server.received.filter(({ type }) => type === "subscribe").length, 1);
});

Deno.test("client: parts of an answer that don't fit together are an error of the transport", async () => {
  const first = { data: { a: {} }, pending: [{ id: "0", path: ["a"] }, { id: "1", path: ["b"] }], hasNext: true };
  const pieces = [{ id: "2", data: {} }, { id: "1", data: {} }, { id: "0", subPath: ["__proto__"], data: { bad: 1 } }];
  await using server = webSocketServer(({ id, payload }) => [
    { type: "next", id: id!, payload: first },
    {
      type: "next",
      id: id!,
      payload: { incremental: [pieces[(payload as { variables: { n: number } }).variables.n]], hasNext: false },
    },
  ]);
  await using client = GraphQlClient.webSocket({ url: server.url });
  const reasons = ['piece "2" was never announced', 'there is no "b" in', 'there is no "__proto__" in'];
  for (const [n, reason] of reasons.entries()) {
    const ask = () => client.document("{ a }").variable("n", n).execute();
    await assertRejects(ask, GraphQlTransportError, `Cannot join the parts of the answer: ${reason}`);
  }
  assertEquals(Reflect.get({}, "bad"), undefined);
});

Deno.test("client: headers have no place in a WebSocket message", async () => {
  await using client = GraphQlClient.webSocket({ url: "ws://127.0.0.1:1/graphql" });
  await assertRejects(
    () => client.document("{ n }").header("authorization", "x").execute(),
    TypeError,
    'Cannot send header "authorization" over a WebSocket: use option "connectionInitPayload"',
  );
});

/** A server that answers a connection's messages as it likes. */
function scriptedServer(onMessage: (message: Message, socket: WebSocket) => void) {
  const received: Message[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const { socket, response } = Deno.upgradeWebSocket(request, { protocol: "graphql-transport-ws" });
    socket.onmessage = ({ data }) => {
      const message: Message = JSON.parse(data);
      received.push(message);
      onMessage(message, socket);
    };
    return response;
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/graphql`,
    received,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

Deno.test("client C542 stop gives up a connection that the server does not acknowledge", async () => {
  const initialised = Promise.withResolvers<void>();
  await using server = scriptedServer(() => initialised.resolve());
  await using transport = new WebSocketGraphQlTransport({ url: server.url });
  const answer = assertRejects(
    () => new GraphQlClient(transport).document("{ n }").execute(),
    GraphQlTransportError,
    "WebSocketGraphQlTransport has been stopped",
  );
  await initialised.promise;
  await transport.stop();
  await answer;
});

Deno.test("client: an operation is not sent again where the server closes the connection normally", async () => {
  await using server = scriptedServer(({ type }, socket) => {
    if (type === "connection_init") socket.send('{"type":"connection_ack"}');
    else socket.close(1000, "Enough");
  });
  await using client = GraphQlClient.webSocket({ url: server.url });
  for (const query of ["mutation { first }", "mutation { second }"]) {
    const lost = "disconnected with code 1000 (Enough)";
    await assertRejects(() => client.document(query).execute(), GraphQlTransportError, lost);
  }
  const queries = server.received.flatMap(({ payload }) => payload === undefined ? [] : [payload]);
  assertEquals(queries, [{ query: "mutation { first }" }, { query: "mutation { second }" }]);
});

Deno.test("client: a result whose errors are none is an error of the transport", async () => {
  await using server = webSocketServer(({ id }) => [{ type: "next", id: id!, payload: { data: {}, errors: {} } }]);
  await using client = GraphQlClient.webSocket({ url: server.url });
  await assertRejects(
    () => client.document("{ n }").execute(),
    GraphQlTransportError,
    "the result must be a GraphQL response",
  );
});

Deno.test("client: the address of a WebSocket has no fragment, and a scheme of the web", async () => {
  await using server = webSocketServer(({ id }) => [{ type: "next", id: id!, payload: { data: { n: 1 } } }]);
  await using client = GraphQlClient.webSocket({ url: `${server.url}#top` });
  assertEquals(await client.document("{ n }").retrieve("n").toEntity(t.int), 1);
  assertThrows(() => GraphQlClient.webSocket({ url: "ftp://localhost/graphql" }), TypeError, "ftp://localhost/graphql");
});

Deno.test("client: a server that never acknowledges is given up, and asked anew by the next request", async () => {
  const closed = Promise.withResolvers<void>();
  let connections = 0;
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const { socket, response } = Deno.upgradeWebSocket(request, { protocol: "graphql-transport-ws" });
    const isFirst = ++connections === 1;
    socket.onclose = () => closed.resolve();
    socket.onmessage = ({ data }) => {
      const { type, id }: Message = JSON.parse(data);
      if (isFirst) return;
      if (type === "connection_init") socket.send('{"type":"connection_ack"}');
      if (type === "subscribe") {
        socket.send(JSON.stringify({ type: "next", id, payload: { data: { n: 1 } } }));
        socket.send(JSON.stringify({ type: "complete", id }));
      }
    };
    return response;
  });
  const url = `http://127.0.0.1:${server.addr.port}/graphql`;
  await using client = GraphQlClient.webSocket({ url, acknowledgementTimeoutMs: 50 });
  await assertRejects(
    () => client.document("{ n }").execute(),
    GraphQlTransportError,
    "the server must acknowledge the connection within 50 ms",
  );
  await closed.promise;
  assertEquals(await client.document("{ n }").retrieve("n").toEntity(t.int), 1);
  assertThrows(
    () => GraphQlClient.webSocket({ url, acknowledgementTimeoutMs: -1 }),
    RangeError,
    'option "acknowledgementTimeoutMs" must be an integer from 0 to 2147483647: current value is',
  );
});

Deno.test("client: pings keep a connection alive while the server answers them", async () => {
  await using server = webSocketServer(() => []);
  await using transport = new WebSocketGraphQlTransport({ url: server.url, keepAliveMs: 1, keepAliveTimeoutMs: 5_000 });
  await transport.start();
  for (let i = 0; i < 3; i++) await server.arrival("ping");
  assertEquals(server.connections(), 1);
});

Deno.test("client: a server that answers no ping is lost: operations fail, and the next one connects again", async () => {
  await using server = webSocketServer(
    ({ id, payload }) =>
      (payload as { query: string }).query === "{ quick }" ? [{ type: "next", id: id!, payload: { data: {} } }] : [],
    undefined,
    false,
  );
  await using client = GraphQlClient.webSocket({ url: server.url, keepAliveMs: 100, keepAliveTimeoutMs: 200 });
  const error = await assertRejects(() => client.document("{ endless }").execute(), GraphQlTransportError);
  assertEquals(
    error.message,
    `Cannot use the connection to ${server.url.replace("http", "ws")}: the server must answer a ping within 200 ms`,
  );
  assertEquals((await client.document("{ quick }").execute()).data, {});
  assertEquals(server.connections(), 2);
  for (const option of ["keepAliveMs", "keepAliveTimeoutMs"]) {
    assertThrows(
      () => GraphQlClient.webSocket({ url: server.url, [option]: -1 }),
      RangeError,
      `Cannot make a client as option "${option}" must be an integer from`,
    );
  }
});
