import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { accessLog } from "@espalier/espalier/access-log";
import {
  type Application,
  createApp,
  createContainer,
  type EspalierPropertiesInput,
  Logger,
  LogSink,
} from "@espalier/espalier";
import { compression } from "@espalier/espalier/compression";
import { HttpRoute, textResponse } from "@espalier/espalier/http";
import { inMemoryExporter, tracing } from "@espalier/espalier/observability";

/** An application with an access log in a file of its own. */
class LoggedApp implements AsyncDisposable {
  private constructor(
    readonly app: Application,
    readonly lines: Record<string, unknown>[],
    readonly file: string,
  ) {}

  static async start(properties: EspalierPropertiesInput["logging"] = {}): Promise<LoggedApp> {
    const file = await Deno.makeTempFile({ suffix: ".log" });
    const lines: Record<string, unknown>[] = [];
    const container = createContainer(accessLog(), compression(), tracing({ exporters: [inMemoryExporter()] }));
    container.bind(LogSink).toConstantValue(({ message, fields }) => lines.push({ message, ...fields }));
    container.bind(HttpRoute).toConstantValue({
      path: "/books/{id}",
      handle: () => {
        container.get(Logger).forCategory("shop").warn("Looked at");
        return textResponse("ä".repeat(1_200), { headers: { "content-type": "text/plain" } });
      },
    });
    container.bind(HttpRoute).toConstantValue({
      path: "/broken",
      handle: () => {
        throw new Error("secret");
      },
    });
    const logging = { accessFile: file, ...properties };
    return new LoggedApp(await createApp(container, { properties: { logging } }), lines, file);
  }

  async ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
    const request = new Request(`http://localhost${path}`, { headers });
    const response = await this.app.fetch(request, { remoteAddr: { hostname: "192.0.2.7" } });
    await response.body?.cancel();
    return response;
  }

  /** Stops the application, which writes what waits. */
  async written(): Promise<string[]> {
    await this.app[Symbol.asyncDispose]();
    return (await Deno.readTextFile(this.file)).split("\n").slice(0, -1);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app[Symbol.asyncDispose]();
    await Deno.remove(this.file);
  }
}

Deno.test("25.5 the access log has a JSON line for each request, with its ids and without its secrets", async () => {
  await using logged = await LoggedApp.start();
  const response = await logged.ask("/books/7?token=s3cret&page=2&s3cret&sort=", {
    "x-request-id": "from-proxy",
    "user-agent": 'curl/8 "x',
    referer: "https://me:s3cret@shop.example/path?code=s3cret#s3cret",
  });
  assertEquals(response.headers.get("x-request-id"), "from-proxy");
  const [line, ...rest] = await logged.written();
  assertEquals(rest, []);
  assert(!line!.includes("s3cret"), line);
  const { time, durationMs, traceId, ...entry } = JSON.parse(line!);
  assertEquals(entry, {
    category: "espalier.access",
    method: "GET",
    path: "/books/7",
    query: "?token=REDACTED&page=2&REDACTED&sort=",
    route: "/books/{id}",
    status: 200,
    bytes: 2_400,
    remoteAddress: "192.0.2.7",
    referer: "https://shop.example/path",
    userAgent: 'curl/8 "x',
    requestId: "from-proxy",
  });
  assert(Math.abs(Date.now() - Date.parse(time)) < 60_000 && durationMs >= 0);
  assertMatch(traceId, /^[0-9a-f]{32}$/);
  const own = logged.lines.find(({ message }) => message === "Looked at");
  assertEquals([own?.requestId, own?.traceId], ["from-proxy", traceId]);
});

Deno.test("25.5 bytes of the access log are those that leave: compressed, none, or not known", async () => {
  await using logged = await LoggedApp.start();
  await logged.ask("/books/7", { "accept-encoding": "gzip" });
  await logged.ask("/nothing");
  assertEquals((await logged.ask("/broken")).status, 500);
  const entries = (await logged.written()).map((line) => JSON.parse(line));
  assertEquals(entries.map(({ status }) => status), [200, 404, 500]);
  assert(entries[0].bytes < 100, `${entries[0].bytes}`);
});

Deno.test("25.5 lines in Apache's combined format can't be forged by a client", async () => {
  await using logged = await LoggedApp.start({ accessFormat: "combined" });
  const injected = '" 200 9 "-" "-"\\';
  await logged.ask("/books/%22%0A?page=1", { "user-agent": injected, "x-request-id": 'a b"\t' });
  const [line, ...rest] = await logged.written();
  assertEquals(rest, []);
  const combined =
    /^(\S+) - (\S+) \[(\d\d\/[A-Z][a-z]{2}\/\d{4}(?::\d\d){3} \+0000)\] "((?:[^"\\]|\\.)*)" (\d{3}) (\d+|-) "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)" ([\w-]{36}) ([0-9a-f]{32}|-) ([\d.]+)$/;
  const [, address, user, , request, status, bytes, referer, agent] = combined.exec(line!) ?? [];
  assertEquals([address, user, request, status, bytes, referer], [
    "192.0.2.7",
    "-",
    "GET /books/%22%0A?page=1 HTTP/1.1",
    "200",
    "2400",
    "-",
  ]);
  assertEquals(agent, '\\" 200 9 \\"-\\" \\"-\\"\\\\');
});

Deno.test("25.5 the access log is opened at the start, which fails where it can't be", async () => {
  const properties = { logging: { accessFile: "/nowhere/access.log" } };
  await assertRejects(
    () => createApp(createContainer(accessLog()), { properties }),
    Error,
    `property "logging.accessFile" must name a file that can be written: current value is "/nowhere/access.log"`,
  );
});
