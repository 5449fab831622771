import { assertEquals } from "@std/assert";
import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  type EspalierPropertiesInput,
  type LogRecord,
  LogSink,
  serve,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { HttpRoute } from "@espalier/espalier/http";

/** An application whose one route keeps its responses back until the test releases them. */
class Held implements AsyncDisposable {
  readonly app: Application;
  readonly records: readonly LogRecord[];
  readonly #waiting: (() => void)[];

  private constructor(app: Application, records: readonly LogRecord[], waiting: (() => void)[]) {
    this.app = app;
    this.records = records;
    this.#waiting = waiting;
  }

  static async start(http: NonNullable<EspalierPropertiesInput["http"]>): Promise<Held> {
    const waiting: (() => void)[] = [];
    const records: LogRecord[] = [];
    const module = new ContainerModule(({ bind }) => {
      bind(LogSink).toConstantValue((record) => records.push(record));
      bind(HttpRoute).toConstantValue({ path: "/now", handle: () => new Response("now") });
      bind(HttpRoute).toConstantValue({
        path: "/held",
        handle: () => new Promise((resolve) => waiting.push(() => resolve(new Response("held")))),
      });
    });
    const app = await createApp(createContainer(actuator(), module), { properties: { http } });
    return new Held(app, records, waiting);
  }

  /** Sends a request from an address. */
  async status(path: string, hostname = "203.0.113.1", headers: HeadersInit = {}): Promise<number> {
    const response = await this.app.fetch(new Request(`http://localhost${path}`, { headers }), {
      remoteAddr: { hostname },
    });
    return response.status;
  }

  release(): void {
    for (const each of this.#waiting.splice(0)) each();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.release();
    await this.app[Symbol.asyncDispose]();
  }
}

Deno.test("overload: beyond http.maxRequests requests are 503 with Retry-After, but not health; then they are served again", async () => {
  await using held = await Held.start({ maxRequests: 2 });
  const pending = [held.status("/held"), held.status("/held")];
  const refused = await held.app.fetch(new Request("http://localhost/now"));
  assertEquals([refused.status, refused.headers.get("retry-after")], [503, "1"]);
  assertEquals((await refused.json()).detail, "The service is overloaded");
  assertEquals(await held.status("/held"), 503);
  assertEquals(await held.status("/actuator/health"), 200);
  assertEquals(await held.status("/actuator/health/readiness"), 200);
  held.release();
  assertEquals(await Promise.all(pending), [200, 200]);
  assertEquals(await held.status("/now"), 200);
  const warnings = held.records.filter(({ level }) => level === "WARN");
  assertEquals(warnings.map(({ category, message }) => [category, message]), [
    ["espalier.http", "Refusing requests as 2 requests are in flight, or too many from one address"],
  ]);
});

Deno.test("overload: http.maxRequestsPerAddress refuses one address and serves the others", async () => {
  await using held = await Held.start({ maxRequestsPerAddress: 1 });
  const pending = held.status("/held", "203.0.113.1");
  assertEquals(await held.status("/now", "203.0.113.1"), 503);
  assertEquals(await held.status("/actuator/health", "203.0.113.1"), 200);
  assertEquals(await held.status("/now", "203.0.113.2"), 200);
  held.release();
  assertEquals(await pending, 200);
  assertEquals(await held.status("/now", "203.0.113.1"), 200);
});

Deno.test("overload: behind a trusted proxy the limit per address is that of its clients", async () => {
  await using held = await Held.start({ maxRequestsPerAddress: 1, trustedProxies: ["10.0.0.1"] });
  const pending = held.status("/held", "10.0.0.1", { "x-forwarded-for": "203.0.113.1" });
  assertEquals(await held.status("/now", "10.0.0.1", { "x-forwarded-for": "203.0.113.1" }), 503);
  assertEquals(await held.status("/now", "10.0.0.1", { "x-forwarded-for": "6.6.6.6, 203.0.113.1" }), 503);
  assertEquals(await held.status("/now", "10.0.0.1", { "x-forwarded-for": "203.0.113.2" }), 200);
  held.release();
  await pending;
});

Deno.test("overload: a handler that throws gives its place back", async () => {
  const module = new ContainerModule(({ bind }) => {
    bind(LogSink).toConstantValue(() => {});
    bind(HttpRoute).toConstantValue({
      path: "/fail",
      handle: () => {
        throw new Error("fails");
      },
    });
    bind(HttpRoute).toConstantValue({ path: "/reject", handle: () => Promise.reject(new Error("fails")) });
  });
  const properties = { http: { maxRequestsPerAddress: 1, maxRequests: 1 } };
  await using app = await createApp(createContainer(module), { properties });
  for (const path of ["/fail", "/reject", "/fail", "/reject"]) {
    const response = await app.fetch(new Request(`http://localhost${path}`), { remoteAddr: { hostname: "::1" } });
    assertEquals(response.status, 500);
  }
});

Deno.test("overload: while the event loop stays late requests are 503, but not health; one long task refuses nothing", async () => {
  const block = (ms: number) => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  };
  const module = new ContainerModule(({ bind }) => {
    bind(LogSink).toConstantValue(() => {});
    bind(HttpRoute).toConstantValue({ path: "/now", handle: () => new Response("now") });
  });
  const app = await createApp(createContainer(actuator(), module), {
    properties: { http: { maxEventLoopDelayMs: 20 } },
  });
  await using server = await serve(app, { port: 0, quiet: true });
  const status = async (path: string) => {
    const response = await fetch(server.url + path);
    await response.body?.cancel();
    return response.status;
  };
  block(300);
  assertEquals(await status("/now"), 200);
  // Every turn of the event loop takes 150 ms.
  let isBusy = true;
  const busy = (): void => {
    block(150);
    if (isBusy) setTimeout(busy);
  };
  busy();
  while (await status("/now") !== 503);
  assertEquals(await status("/actuator/health"), 200);
  isBusy = false;
  while (await status("/now") !== 200);
});
