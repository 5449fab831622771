import { assertEquals } from "@std/assert";
import { ServedApp } from "../graphql/transport/served_app.ts";

/** Sends what no `fetch` would send; returns the status and the body of the answer. */
async function sent(port: number, text: string): Promise<[status: number, body: string]> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(new TextEncoder().encode(text));
  const answer = await new Response(connection.readable).text();
  const bodyAt = answer.indexOf("\r\n\r\n") + 4;
  return [Number(answer.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length)), answer.slice(bodyAt)];
}

function get(target: string, host: string, further = ""): string {
  return `GET ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n${further}\r\n`;
}

const handshake = "upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

Deno.test("G1.1 a host that no URL can have is 400 on every path", async () => {
  await using served = await ServedApp.start();
  for (const host of ["a b", "[::1", "a:99999999", "a?b", "a#b", "user@a", "a\\b", "%zz", "a:b"]) {
    const detail = `Cannot answer the request as its host must be that of a URL: current value is "${host}"`;
    const expected = JSON.stringify({ type: "about:blank", title: "Bad Request", status: 400, detail });
    for (const target of ["/graphql?query={greeting}", "/graphql?token=1", "/nowhere"]) {
      assertEquals(await sent(served.port, get(target, host)), [400, expected]);
    }
    assertEquals(await sent(served.port, get("/graphql", host, handshake)), [400, expected]);
  }
  const greeting = '{"data":{"greeting":"Hello"}}';
  for (const host of ["a", "a:1", "[::1]:80", "127.0.0.1", "xn--bcher-kva.example"]) {
    assertEquals(await sent(served.port, get("/graphql?query={greeting}", host)), [200, greeting]);
  }
});

/** Sends a head and as much of a body as the server takes; returns the status, which may come before the body's end. */
async function statusOf(port: number, head: string, pieces: readonly string[]): Promise<number> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const text = new TextEncoder();
  const writing = (async () => {
    for (const piece of [`POST /graphql HTTP/1.1\r\nhost: a\r\n${head}\r\n`, ...pieces]) {
      const bytes = text.encode(piece);
      for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
    }
    // The server may close the connection before it has read everything.
  })().catch(() => {});
  const bytes = new Uint8Array(64);
  const length = await connection.read(bytes);
  await writing;
  return Number(
    new TextDecoder().decode(bytes.subarray(0, length ?? 0)).slice("HTTP/1.1 ".length, "HTTP/1.1 200".length),
  );
}

Deno.test("a body beyond http.maxBodyBytes is 413, whatever its head says, and other clients are served", async () => {
  await using served = await ServedApp.start();
  const json = "content-type: application/json\r\n";
  const chunks = Array<string>(20).fill(`10000\r\n${"x".repeat(65_536)}\r\n`);
  const form = "content-type: multipart/form-data; boundary=x\r\n";
  const chunked = "transfer-encoding: chunked\r\n";
  assertEquals(await statusOf(served.port, `${json}content-length: 50000000\r\n`, ["x".repeat(100_000)]), 413);
  assertEquals(await statusOf(served.port, `${json}content-length: 99999999999999999999\r\n`, ["x"]), 400);
  assertEquals(await statusOf(served.port, json + chunked, chunks), 413);
  assertEquals(await statusOf(served.port, json + chunked, ["fffffffffffffff\r\n", ...chunks]), 413);
  // Uploads in forms are not read at all.
  assertEquals(await statusOf(served.port, form + chunked, chunks), 415);
  assertEquals(await sent(served.port, get("/graphql?query={greeting}", "a")), [200, '{"data":{"greeting":"Hello"}}']);
});
