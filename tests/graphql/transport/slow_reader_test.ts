import { assert, assertEquals } from "@std/assert";
import { ServedApp } from "./served_app.ts";

/** A masked text frame, as clients send them. */
function frame(text: string): Uint8Array {
  const payload = new TextEncoder().encode(text);
  assert(payload.length < 126);
  // A mask of zeros leaves the payload as it is.
  return new Uint8Array([0x81, 0x80 | payload.length, 0, 0, 0, 0, ...payload]);
}

const handshake = "GET /graphql HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: Upgrade\r\n" +
  "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
  "sec-websocket-protocol: graphql-transport-ws\r\n\r\n";

const request = "GET /graphql?query=subscription%7Blarge%7D HTTP/1.1\r\nhost: a\r\naccept: text/event-stream\r\n\r\n";

/** Starts a client that sends and then reads nothing until the source is closed. */
async function pulledBy(
  send: (connection: Deno.Conn) => Promise<void>,
  readOn: (connection: Deno.Conn) => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  let pulled = 0;
  const closed = Promise.withResolvers<void>();
  const event = "x".repeat(100_000);
  await using served = await ServedApp.start({
    schema: "type Query { unused: String } type Subscription { large: String }",
    properties: { graphql: { sendBufferBytes: 200_000, slowReaderTimeoutMs: 100 } },
    wiring: (wiring) =>
      wiring.type("Subscription", (type) =>
        type.dataFetcher("large", async function* () {
          try {
            for (;; pulled++) yield await Promise.resolve(event);
          } finally {
            closed.resolve();
          }
        })),
  });
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: served.port });
  await send(connection);
  await closed.promise;
  await readOn(connection);
  return pulled;
}

/** The frame with which the server closes a WebSocket, behind all that it sent before. */
async function closeFrame(connection: Deno.Conn): Promise<{ code: number; reason: string }> {
  const buffer = new Uint8Array(65_536);
  let end: number[] = [];
  for (;;) {
    const count = await connection.read(buffer);
    assert(count !== null, "the connection ended without a close frame");
    end = [...end.slice(-125), ...buffer.subarray(Math.max(0, count - 125), count)];
    // What was sent before are texts: no byte of theirs looks like the frame's first.
    const [first, length = Infinity, high = 0, low = 0, ...reason] = end.slice(end.indexOf(0x88));
    if (first !== 0x88 || reason.length + 2 < length) continue;
    return { code: (high << 8) | low, reason: new TextDecoder().decode(new Uint8Array(reason)) };
  }
}

Deno.test("G1.2 a WebSocket client that does not read is closed, and its source was not pulled on", async () => {
  let closed: unknown;
  const pulled = await pulledBy(async (connection) => {
    await connection.write(new TextEncoder().encode(handshake));
    await connection.read(new Uint8Array(1_000));
    await connection.write(frame('{"type":"connection_init"}'));
    await connection.read(new Uint8Array(1_000));
    await connection.write(frame('{"type":"subscribe","id":"1","payload":{"query":"subscription { large }"}}'));
  }, async (connection) => {
    closed = await closeFrame(connection);
  });
  assertEquals(closed, { code: 1013, reason: "More than 200000 bytes unread for 100 ms" });
  // What the kernel buffers is beyond reach; a source without back-pressure gives thousands in that time.
  assertEquals([pulled > 0, pulled < 200], [true, true], String(pulled));
});

Deno.test("G1.3 an event stream's client that does not read is given up", async () => {
  const pulled = await pulledBy(async (connection) => {
    await connection.write(new TextEncoder().encode(request));
  });
  assertEquals([pulled > 0, pulled < 200], [true, true], String(pulled));
});
