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
