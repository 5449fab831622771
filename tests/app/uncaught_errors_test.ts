import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  type LogRecord,
  LogSink,
  serve,
} from "@espalier/espalier";
import { HttpRoute } from "@espalier/espalier/http";

/** Log lines, and a way to wait for one. */
class Lines {
  readonly records: LogRecord[] = [];
  readonly #waiting = new Set<() => void>();

  readonly sink = (record: LogRecord): void => {
    this.records.push(record);
    for (const look of this.#waiting) look();
  };

  async one(message: string): Promise<LogRecord> {
    for (;;) {
      const found = this.records.find((record) => record.message === message);
      if (found !== undefined) return found;
      const changed = Promise.withResolvers<void>();
      this.#waiting.add(changed.resolve);
      await changed.promise;
      this.#waiting.delete(changed.resolve);
    }
  }
}

const faults: Readonly<Record<string, () => void>> = {
  "/reject": () => void Promise.reject(new Error("background")),
  "/late": () => void Promise.resolve().then(() => fault("late")),
  "/microtask": () => queueMicrotask(() => fault("microtask")),
  "/timer": () => void setTimeout(() => fault("timer")),
};

function fault(name: string): never {
  throw new Error(name);
}

function faulty(lines: Lines): Promise<Application> {
  const module = new ContainerModule(({ bind }) => {
    bind(LogSink).toConstantValue(lines.sink);
    bind(HttpRoute).toConstantValue({
      path: "/{*path}",
      handle: ({ path }) => {
        faults[path]?.();
        return new Response("answered");
      },
    });
  });
  return createApp(createContainer(module));
}

for (
  const [path, message] of [
    ["/reject", "Unhandled promise rejection"],
    ["/late", "Unhandled promise rejection"],
    ["/microtask", "Uncaught error"],
  ] as const
) {
  Deno.test(`serve: ${path} leaves a line at ERROR that names the request, and serving goes on`, async () => {
    const lines = new Lines();
    await using server = await serve(await faulty(lines), { port: 0, quiet: true });
    assertEquals(await (await fetch(`${server.url}${path}?secret`, { method: "POST" })).text(), "answered");
    const { level, category, fields } = await lines.one(message);
    assertEquals([level, category, fields?.["method"], fields?.["path"]], ["ERROR", "espalier.app", "POST", path]);
    assert(fields?.["error"] instanceof Error);
    assertEquals(await (await fetch(`${server.url}/other`)).text(), "answered");
  });
}

Deno.test("serve: the first line names the latest requests where there were several, the next one the request", async () => {
  const lines = new Lines();
  await using server = await serve(await faulty(lines), { port: 0, quiet: true });
  const call = async (path: string) => await (await fetch(`${server.url}${path}`)).text();
  await call("/other");
  await call("/reject");
  const { fields } = await lines.one("Unhandled promise rejection");
  assertEquals(fields?.["recentRequests"], ["GET /other", "GET /reject"]);
  await call("/other");
  await call("/microtask");
  assertEquals((await lines.one("Uncaught error")).fields?.["path"], "/microtask");
});

Deno.test("serve: an error in a timer is logged, and serving goes on", async () => {
  const lines = new Lines();
  await using server = await serve(await faulty(lines), { port: 0, quiet: true });
  await (await fetch(`${server.url}/timer`)).text();
  assertEquals((await lines.one("Uncaught error")).fields?.["error"] instanceof Error, true);
  assertEquals(await (await fetch(`${server.url}/other`)).text(), "answered");
});

Deno.test("serve: of two applications in one process one logs an unhandled rejection", async () => {
  const lines = [new Lines(), new Lines()];
  await using _first = await serve(await faulty(lines[0]!), { port: 0, quiet: true });
  await using second = await serve(await faulty(lines[1]!), { port: 0, quiet: true });
  await (await fetch(`${second.url}/reject`)).text();
  await Promise.race(lines.map((each) => each.one("Unhandled promise rejection")));
  // Another one that comes later shows that the first was not logged twice.
  await (await fetch(`${second.url}/late`)).text();
  while (lines.flatMap(({ records }) => records).length < 2) await new Promise((resolve) => setTimeout(resolve));
  assertEquals(lines.flatMap(({ records }) => records).map(({ message }) => message), [
    "Unhandled promise rejection",
    "Unhandled promise rejection",
  ]);
});

Deno.test("serve: a listener of the user that handles a rejection is not doubled", async () => {
  const lines = new Lines();
  const seen = Promise.withResolvers<PromiseRejectionEvent>();
  const listener = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    seen.resolve(event);
  };
  addEventListener("unhandledrejection", listener);
  try {
    await using server = await serve(await faulty(lines), { port: 0, quiet: true });
    await (await fetch(`${server.url}/reject`)).text();
    assertEquals((await seen.promise).reason.message, "background");
  } finally {
    removeEventListener("unhandledrejection", listener);
  }
  assertEquals(lines.records, []);
});

async function exitCode(
  situation: string,
): Promise<{ readonly code: number; readonly output: string; readonly log: string }> {
  const service = new URL("./uncaught_service.ts", import.meta.url).href;
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-prompt", "--allow-net", service, situation],
  }).output();
  const [output, log] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, output: output!, log: log! };
}

Deno.test("serve: a rejection in the background ends the process where http.keepServingOnUncaughtErrors is off", async () => {
  const { code, output } = await exitCode("off");
  assertEquals([code, output], [1, ""]);
});

Deno.test("serve: after stopping, a rejection in the background ends the process as it does without a server", async () => {
  const { code, output } = await exitCode("stopped");
  assertEquals([code, output], [1, "stopped\n"]);
});

Deno.test("serve: a process whose handler rejects in the background lives until it is stopped, and ends with 0", async () => {
  const { code, output, log } = await exitCode("on");
  assertEquals([code, output], [0, "stopped\n"]);
  assertStringIncludes(log, '"message":"Unhandled promise rejection"');
});
