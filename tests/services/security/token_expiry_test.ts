import { assertEquals, assertStringIncludes } from "@std/assert";
import { authenticated } from "@espalier/espalier/security";
import { bearer, clock, named, nameOf, start } from "../../authentication/connection_app.ts";
import { RawSocket } from "../../graphql/transport/raw_socket.ts";

Deno.test("the connection is closed with 4403 when its token ends, in the middle of a subscription", async () => {
  await using served = await start();
  await using socket = new RawSocket(served.webSocketUrl);
  await socket.init({ authorization: await bearer({ expiresIn: 2 }) });
  await socket.subscribe("s", "subscription { endless }");
  assertEquals(await socket.next(), { id: "s", type: "next", payload: { data: { endless: 1 } } });
  assertEquals(await socket.closed, { code: 4403, reason: "The credentials expired" });
});

Deno.test("a ping with new credentials prolongs the connection, and running operations see them", async () => {
  await using served = await start();
  await using socket = new RawSocket(served.webSocketUrl);
  await socket.init({ authorization: await bearer({ expiresIn: 2 }) });
  await socket.subscribe("s", "subscription { scopes }");
  assertEquals(await socket.next(), { id: "s", type: "next", payload: { data: { scopes: "orders:read" } } });
  const authorization = await bearer({ expiresIn: 300, claims: { scope: "orders:write" } });
  await socket.send({ type: "ping", payload: { authorization } });
  assertEquals(await socket.next(), { type: "pong" });
  clock.tick();
  assertEquals(await socket.next(), { id: "s", type: "next", payload: { data: { scopes: "orders:write" } } });
  assertEquals(await socket.next(), { id: "s", type: "complete" });
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  assertEquals(await nameOf(socket), named("ada"), "the first token has ended meanwhile");
  await socket.send({ type: "ping", payload: { at: 1 } });
  assertEquals(await socket.next(), { type: "pong", payload: { at: 1 } });
});

Deno.test("a ping with the credentials of somebody else, or with expired ones, closes the connection", async () => {
  await using served = await start();
  const renewed: string[] = [];
  for (const parts of [{ claims: { sub: "eve" } }, { expiresIn: -1 }]) {
    await using socket = new RawSocket(served.webSocketUrl);
    await socket.init({ authorization: await bearer() });
    await socket.send({ type: "ping", payload: { authorization: await bearer(parts) } });
    const { code, reason } = await socket.closed;
    renewed.push(`${code} ${reason}`);
  }
  assertEquals(renewed, [
    "4403 The credentials are those of another principal",
    "4403 The credentials are not accepted",
  ]);
});

for (const accept of ["text/event-stream", "multipart/mixed"]) {
  Deno.test(`a stream of ${accept} ends with UNAUTHORIZED when its token ends`, async () => {
    await using served = await start({ "/graphql": authenticated() });
    const response = await fetch(served.url, {
      method: "POST",
      headers: { accept, "content-type": "application/json", authorization: await bearer({ expiresIn: 2 }) },
      body: JSON.stringify({ query: "subscription { endless }" }),
    });
    const text = await response.text();
    assertStringIncludes(text, '"endless":1');
    assertStringIncludes(text, "The credentials expired");
    assertStringIncludes(text, "UNAUTHORIZED");
  });
}

Deno.test("an operation of a reserved event stream ends when the token ends that it was started with", async () => {
  await using served = await start();
  const { url } = served;
  const token = await (await fetch(url, { method: "PUT" })).text();
  const headers = { "x-graphql-event-stream-token": token };
  const stream = await fetch(url, { headers: { ...headers, accept: "text/event-stream" } });
  const started = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", authorization: await bearer({ expiresIn: 2 }) },
    body: JSON.stringify({ query: "subscription { endless }", extensions: { operationId: "1" } }),
  });
  assertEquals(started.status, 202);
  await started.body?.cancel();
  let text = "";
  for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes("event: complete")) break;
  }
  assertStringIncludes(text, "The credentials expired");
});
