import { assert, assertEquals } from "@std/assert";
import { times } from "../../long.ts";
import { ServiceProcess } from "./service_process.ts";

/** Another process that holds connections to a port. */
class Flood implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly result: Promise<{ readonly open: number; readonly refused: number }>;

  constructor(port: number, count: number, text = "") {
    const script = new URL("./flood.ts", import.meta.url).pathname;
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-prompt", "--allow-net", script, `${port}`, `${count}`, text],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    this.result = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader().read().then(({ value }) =>
      JSON.parse(value!)
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#child.stdin.close();
    await this.#child.status;
    await this.#child.stdout.cancel().catch(() => {});
  }
}

const request = new TextEncoder().encode("GET /hello HTTP/1.1\r\nhost: localhost\r\n\r\n");

/** Sends a request over a connection and returns the first line of the response. */
async function ask(connection: Deno.Conn): Promise<string> {
  await connection.write(request);
  const bytes = new Uint8Array(4_096);
  const length = await connection.read(bytes);
  return length === null ? "closed" : new TextDecoder().decode(bytes.subarray(0, length)).split("\r\n")[0]!;
}

/** Tries until the service responds on a new connection. */
async function firstResponse(port: number): Promise<string> {
  for (;;) {
    try {
      using connection = await Deno.connect({ hostname: "127.0.0.1", port });
      const line = await ask(connection);
      if (line !== "closed") return line;
    } catch {
      // Refused or reset: the service has no file descriptor for it.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

Deno.test("out of file descriptors: the process lives, open connections are served, and new ones when there is room", async () => {
  await using service = await ServiceProcess.start({ maxFiles: 200 });
  const port = await service.port;
  using early = await Deno.connect({ hostname: "127.0.0.1", port });
  assertEquals(await ask(early), "HTTP/1.1 200 OK");
  {
    await using flood = new Flood(port, 300);
    await service.line("Cannot accept connections");
    assertEquals(await ask(early), "HTTP/1.1 200 OK");
    assert((await flood.result).refused > 0);
  }
  assertEquals(await firstResponse(port), "HTTP/1.1 200 OK");
  assertEquals(await ask(early), "HTTP/1.1 200 OK");
  await service.line("Accepting connections again");
  const messages = service.lines.map(({ message }) => String(message)).filter((message) => /connections/.test(message));
  assertEquals(messages, ["Cannot accept connections: listening again", "Accepting connections again"]);
  assertEquals((await service.stop()).code, 0);
});

Deno.test("out of file descriptors: idle connections that stay are closed, so that new clients are served", async () => {
  await using service = await ServiceProcess.start({ maxFiles: 200 });
  const port = await service.port;
  // An unfinished header: such a connection is idle for the server.
  await using flood = new Flood(port, 190, "GET /hello HTTP/1.1\r\nhost: ");
  await flood.result;
  const keepAsking = new AbortController();
  const more = (async () => {
    while (!keepAsking.signal.aborted) await firstResponse(port);
  })();
  assertEquals(await firstResponse(port), "HTTP/1.1 200 OK");
  keepAsking.abort();
  await more;
});

Deno.test("20,000 connections and 200 file descriptors: the process lives, and serves when they are gone", async () => {
  await using service = await ServiceProcess.start({ maxFiles: 200, properties: { http: { drainDelayMs: 0 } } });
  const port = await service.port;
  {
    await using floods = new AsyncDisposableStack();
    const all = [1, 2].map(() => floods.use(new Flood(port, 10_000)));
    for (const { open, refused } of await Promise.all(all.map(({ result }) => result))) {
      assertEquals(open + refused, 10_000);
    }
  }
  assertEquals(await firstResponse(port), "HTTP/1.1 200 OK");
  assertEquals((await service.stop()).code, 0);
});

Deno.test(`${times(2_000, 20_000)} idle connections and enough file descriptors: a new client is served`, async () => {
  await using service = await ServiceProcess.start({ properties: { http: { drainDelayMs: 0 } } });
  const port = await service.port;
  await using floods = new AsyncDisposableStack();
  const all = [1, 2].map(() => floods.use(new Flood(port, times(1_000, 9_900))));
  assertEquals(
    await Promise.all(all.map(({ result }) => result)),
    all.map(() => ({ open: times(1_000, 9_900), refused: 0 })),
  );
  assertEquals(await firstResponse(port), "HTTP/1.1 200 OK");
});
