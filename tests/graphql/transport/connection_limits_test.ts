import { assertEquals } from "@std/assert";
import type { EspalierPropertiesInput } from "@espalier/espalier";
import { endless } from "./endless.ts";
import { RawSocket } from "./raw_socket.ts";
import { ServedApp } from "./served_app.ts";

function start(properties: EspalierPropertiesInput, onClosed?: () => void): Promise<ServedApp> {
  return ServedApp.start({
    schema: "type Query { greeting: String } type Subscription { ticks: Int }",
    wiring: (wiring) => wiring.type("Subscription", (type) => type.dataFetcher("ticks", endless(onClosed))),
    properties,
  });
}

async function handshake({ port }: ServedApp, client = "203.0.113.1"): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(new TextEncoder().encode(
    `GET /graphql HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\n` +
      `sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-protocol: graphql-transport-ws\r\n` +
      `x-forwarded-for: ${client}\r\n\r\n`,
  ));
  const bytes = new Uint8Array(4_096);
  const length = await connection.read(bytes) ?? 0;
  return new TextDecoder().decode(bytes.subarray(0, length));
}

Deno.test("graphql.webSocketMaxConnections: further handshakes are 503 with Retry-After, until a client leaves", async () => {
  const warnings: string[] = [];
  await using served = await ServedApp.start({
    properties: { graphql: { webSocketMaxConnections: 2 } },
    logs: { warn: (message) => warnings.push(message) },
  });
  await using _other = new RawSocket(served.webSocketUrl);
  await _other.init();
  {
    await using socket = new RawSocket(served.webSocketUrl);
    await socket.init();
    const answer = await handshake(served);
    assertEquals(answer.split("\r\n")[0], "HTTP/1.1 503 Service Unavailable");
    assertEquals(/retry-after: (\d+)/i.exec(answer)?.[1], "5");
    assertEquals(JSON.parse(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1)), {
      errors: [{
        message: "Cannot open a WebSocket as there are too many connections",
        extensions: { classification: "UNAVAILABLE" },
      }],
    });
  }
  while (!(await handshake(served)).startsWith("HTTP/1.1 101"));
  assertEquals(warnings, ["Refusing WebSocket connections as there are 2 in all"]);
});

Deno.test("graphql.webSocketMaxConnectionsPerAddress: behind a trusted proxy each client has its own number", async () => {
  await using served = await start({
    http: { trustedProxies: ["127.0.0.1"] },
    graphql: { webSocketMaxConnectionsPerAddress: 1 },
  });
  const first = await Deno.connect({ hostname: "127.0.0.1", port: served.port });
  first.close();
  await using socket = new RawSocket(served.webSocketUrl);
  await socket.init();
  assertEquals((await handshake(served, "203.0.113.2")).slice(9, 12), "101");
  // The first socket has no forwarded address: it counts for the proxy's own.
  assertEquals((await handshake(served, "127.0.0.1")).slice(9, 12), "503");
});

Deno.test("WebSocket handshakes whose clients leave at once give their places back", async () => {
  await using served = await start({ graphql: { webSocketMaxConnections: 20 } });
  const gone = Array.from({ length: 200 }, async () => {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port: served.port });
    await connection.write(new TextEncoder().encode(
      `GET /graphql HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\n` +
        `sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    ));
  });
  await Promise.all(gone);
  await using sockets = new AsyncDisposableStack();
  let opened = 0;
  while (opened < 20) {
    const socket = sockets.use(new RawSocket(served.webSocketUrl));
    await socket.init().then(() => opened++, () => new Promise((resolve) => setTimeout(resolve, 5)));
  }
});

Deno.test("graphql.maxStreams: further streams are 503 with Retry-After and their operations end, until a client leaves", async () => {
  let closed = 0;
  await using served = await start({ graphql: { maxStreams: 1 } }, () => closed++);
  const open = (accept: string) =>
    fetch(served.url, {
      method: "POST",
      headers: { "content-type": "application/json", accept },
      body: '{"query":"subscription { ticks }"}',
    });
  const first = await open("text/event-stream");
  assertEquals(first.status, 200);
  const second = await open("text/event-stream");
  assertEquals([second.status, second.headers.get("retry-after")], [503, "5"]);
  assertEquals((await second.json()).errors, [{
    message: "Cannot open a stream of results as there are too many",
    extensions: { classification: "UNAVAILABLE" },
  }]);
  await first.body?.cancel();
  let next = await open("text/event-stream");
  while (next.status === 503) {
    await next.body?.cancel();
    next = await open("text/event-stream");
  }
  assertEquals(closed, 1);
  await next.body?.cancel();
});

Deno.test("graphql.sseMaxReservationsPerAddress: further reservations are 429 with Retry-After", async () => {
  await using served = await start({
    http: { trustedProxies: ["127.0.0.1"] },
    graphql: { sseMaxReservationsPerAddress: 1 },
  });
  const reserve = async (client: string) => {
    const response = await fetch(served.url, { method: "PUT", headers: { "x-forwarded-for": client } });
    await response.body?.cancel();
    return [response.status, response.headers.get("retry-after")];
  };
  assertEquals(await reserve("203.0.113.1"), [201, null]);
  assertEquals(await reserve("203.0.113.1"), [429, "5"]);
  assertEquals(await reserve("203.0.113.2"), [201, null]);
});
