import { assertEquals, assertStringIncludes } from "@std/assert";
import { authenticated, requires } from "@espalier/espalier/security";
import { RawSocket } from "../graphql/transport/raw_socket.ts";
import { bearer, named, nameOf, start } from "./connection_app.ts";

for (
  const [place, payload] of Object.entries({
    "at its top": async () => ({ Authorization: await bearer() }),
    'below "headers"': async () => ({ headers: { authorization: await bearer() } }),
  })
) {
  Deno.test(`the payload of connection_init carries credentials ${place}`, async () => {
    await using served = await start({ "/graphql": authenticated() });
    await using socket = new RawSocket(served.webSocketUrl);
    assertEquals(await socket.init(await payload()), { type: "connection_ack", payload: {} });
    assertEquals(await nameOf(socket), named("ada"));
  });
}

Deno.test("a connection without credentials is nobody's, or is closed with 4401 where the path requires some", async () => {
  await using open = await start();
  await using socket = new RawSocket(open.webSocketUrl);
  await socket.init();
  assertEquals(await nameOf(socket), named(null));
  await using guarded = await start({ "/graphql": authenticated() });
  await using refused = new RawSocket(guarded.webSocketUrl);
  await refused.send({ type: "connection_init" });
  assertEquals(await refused.closed, { code: 4401, reason: "Unauthorized" });
});

Deno.test("credentials that are not accepted close the connection with 4403, and those that are not enough", async () => {
  await using served = await start({ "/graphql": requires("orders:write") });
  for (const parts of [{ expiresIn: -1 }, {}]) {
    await using socket = new RawSocket(served.webSocketUrl);
    await socket.send({ type: "connection_init", payload: { authorization: await bearer(parts) } });
    assertEquals((await socket.closed).code, 4403);
  }
});

Deno.test("the handshake of other clients carries credentials, and refuses those that are not accepted with 401", async () => {
  await using served = await start({ "/graphql": authenticated() });
  const handshake = async (authorization: string) => {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port: served.port });
    const lines = [
      "GET /graphql HTTP/1.1",
      "host: 127.0.0.1",
      "upgrade: websocket",
      "connection: upgrade",
      "sec-websocket-version: 13",
      "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
      "sec-websocket-protocol: graphql-transport-ws",
      `authorization: ${authorization}`,
    ];
    await connection.write(new TextEncoder().encode(lines.join("\r\n") + "\r\n\r\n"));
    const buffer = new Uint8Array(4_096);
    return new TextDecoder().decode(buffer.subarray(0, await connection.read(buffer) ?? 0));
  };
  assertStringIncludes(await handshake(await bearer()), " 101 ");
  assertStringIncludes(await handshake(await bearer({ expiresIn: -1 })), " 401 ");
});
