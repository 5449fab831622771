import { assert, assertEquals } from "@std/assert";
import {
  ContainerModule,
  createApp,
  createContainer,
  type EspalierPropertiesInput,
  type RunningServer,
  serve,
} from "@espalier/espalier";
import { HttpRoute, textResponse } from "@espalier/espalier/http";

/** Long, with characters of one to four bytes at every offset. */
const long = "aé€😀".repeat(1_500_000);

async function start(http: NonNullable<EspalierPropertiesInput["http"]>): Promise<RunningServer> {
  const module = new ContainerModule(({ bind }) => {
    bind(HttpRoute).toConstantValue({
      path: "/long",
      handle: ({ search }) => textResponse("x".repeat(search.length) + long, { headers: { "x-kind": "long" } }),
    });
  });
  const properties = { http: { drainTimeoutMs: 100, ...http } };
  return await serve(await createApp(createContainer(module), { properties }), { port: 0, quiet: true });
}

/** Asks for the long response and does not read it. */
async function unread(server: RunningServer): Promise<Deno.Conn> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
  await connection.write(new TextEncoder().encode("GET /long HTTP/1.1\r\nhost: a\r\n\r\n"));
  await connection.read(new Uint8Array(1));
  return connection;
}

Deno.test("A long response arrives as it is, whatever its characters", async () => {
  await using server = await start({});
  for (const search of ["", "?a", "?ab", "?abc", "?abcd"]) {
    const response = await fetch(`${server.url}/long${search}`);
    assertEquals([response.status, response.headers.get("x-kind")], [200, "long"]);
    assert(await response.text() === "x".repeat(search.length) + long);
  }
  const head = await fetch(`${server.url}/long`, { method: "HEAD" });
  assertEquals([head.status, await head.text()], [200, ""]);
});

Deno.test("A client that reads nothing of a long response for http.slowReaderTimeoutMs is cut off", async () => {
  await using server = await start({ slowReaderTimeoutMs: 100 });
  using connection = await unread(server);
  // While nobody reads, the server gives up; what it had sent before can still be read.
  await new Promise((resolve) => setTimeout(resolve, 800));
  const bytes = new Uint8Array(1_000_000);
  let read = 1;
  for (let length; (length = await connection.read(bytes).catch(() => null)) !== null;) read += length;
  assert(read < new TextEncoder().encode(long).length);
});

Deno.test("Beyond http.maxUnreadBytes stalled responses are cut, so that other clients are served", async () => {
  await using server = await start({ maxUnreadBytes: long.length + 100 });
  using _stalled = await unread(server);
  const refused = await fetch(`${server.url}/long`);
  assertEquals([refused.status, refused.headers.get("retry-after")], [503, "5"]);
  assertEquals((await refused.json()).detail, "Too many responses wait for slow clients");
  for (;;) {
    const response = await fetch(`${server.url}/long`);
    const text = await response.text();
    if (response.status === 503) continue;
    assert(text === long);
    break;
  }
});
