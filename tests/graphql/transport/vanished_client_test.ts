import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { assertEquals } from "@std/assert";
import { WebSocketGraphQlInterceptor, type WebSocketSessionInfo } from "@espalier/espalier/graphql";
import { endless } from "./endless.ts";
import { ServedApp } from "./served_app.ts";

class Remembering extends WebSocketGraphQlInterceptor {
  readonly ended: PromiseWithResolvers<number> = Promise.withResolvers();
  session: WeakRef<WebSocketSessionInfo> | undefined;

  override handleConnectionClosed(session: WebSocketSessionInfo, code: number): void {
    this.session = new WeakRef(session);
    this.ended.resolve(code);
  }
}

const handshake = [
  "GET /graphql HTTP/1.1",
  "Host: 127.0.0.1",
  "Upgrade: websocket",
  "Connection: Upgrade",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Protocol: graphql-transport-ws",
  "",
  "",
].join("\r\n");

/** A text frame, masked with nothing, for a message of fewer than 126 bytes. */
function frame(message: unknown): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(message));
  return new Uint8Array([0x81, 0x80 | text.length, 0, 0, 0, 0, ...text]);
}

/** Connects, sends each message once the one before was answered, and vanishes without a goodbye. */
async function vanish(port: number, ...messages: readonly unknown[]): Promise<void> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const answer = new Uint8Array(4_096);
  await connection.write(new TextEncoder().encode(handshake));
  await connection.read(answer);
  for (const message of messages) {
    await connection.write(frame(message));
    await connection.read(answer);
  }
}

Deno.test("G1.2 E7 nothing is held of a connection whose client vanished", async () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const closed = Promise.withResolvers<void>();
  const interceptor = new Remembering();
  await using served = await ServedApp.start({
    schema: "type Query { a: Int } type Subscription { endless: Int }",
    wiring: (wiring) => {
      wiring.type("Subscription", (type) => type.dataFetcher("endless", endless(() => closed.resolve())));
    },
    interceptors: [interceptor],
  });
  const subscribe = { type: "subscribe", id: "1", payload: { query: "subscription { endless }" } };
  await vanish(served.port, { type: "connection_init" }, subscribe);
  await closed.promise;
  assertEquals(await interceptor.ended.promise, 1005);
  // What is still going on for the end of the connection is over with the next round trip.
  await (await fetch(served.url, { method: "OPTIONS" })).body?.cancel();
  collect();
  assertEquals(interceptor.session?.deref(), undefined);
});
