import { assert, assertEquals } from "@std/assert";
import { type Application, ContainerModule, Logger, LogSink } from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { ask, consoleApp } from "./console_app.ts";

/** An event of a stream. */
interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

/** Reads the events of a stream; it is cancelled when the reader is left. */
async function* eventsOf(response: Response): AsyncGenerator<StreamEvent> {
  let text = "";
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const parts = text.split("\n\n");
    text = parts.pop()!;
    for (const part of parts) {
      const [, event = ""] = /^event: (.*)$/m.exec(part) ?? [];
      const [, data = ""] = /^data: ?(.*)$/m.exec(part) ?? [];
      if (event !== "") yield { event, data };
    }
  }
}

/** Reads a stream until the events fit, and leaves it. */
async function readUntil(
  response: Response,
  isComplete: (events: readonly StreamEvent[]) => boolean,
): Promise<readonly StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of eventsOf(response)) {
    events.push(event);
    if (isComplete(events)) break;
  }
  return events;
}

const messagesIn = (events: readonly StreamEvent[]): string[] =>
  events.filter(({ event }) => event === "lines").flatMap(({ data }) => JSON.parse(data).lines)
    .map(({ message }: { message: string }) => message);

const quiet = new ContainerModule(({ bind }) => void bind(LogSink).toConstantValue(() => {}));

const logging = (maxLogLines = 10_000): Promise<Application> =>
  consoleApp({ logging: { level: "TRACE" }, console: { maxLogLines } }, quiet);

Deno.test("25.3 the log stream begins with the last lines and goes on with new ones", async () => {
  await using app = await logging();
  const logger = app.container.get(Logger).forCategory("shop.shelf");
  logger.info("before", { books: 2n });
  const stream = await ask(app, "/console/live/logs?category=shop");
  assertEquals(stream.headers.get("content-type"), "text/event-stream; charset=utf-8");
  const read = readUntil(stream, (events) => {
    if (messagesIn(events).at(-1) === "before") logger.error("after", { error: new Error("torn") });
    return messagesIn(events).includes("after");
  });
  const events = await read;
  assertEquals([events[0]!.event, messagesIn(events)], ["begin", ["before", "after"]]);
  const [first, second] = events.filter(({ event }) => event === "lines").map(({ data }) => JSON.parse(data).lines[0]);
  assertEquals([first.level, first.category, first.books, second.error.message], ["INFO", "shop.shelf", "2", "torn"]);
});

Deno.test("25.3 the log stream is filtered by level, category and trace", async () => {
  await using app = await logging();
  const logger = app.container.get(Logger);
  logger.forCategory("shop").warn("warned", { traceId: "a1" });
  logger.forCategory("shopping").warn("other category", { traceId: "a1" });
  logger.forCategory("shop.shelf").debug("too fine", { traceId: "a1" });
  logger.forCategory("shop.shelf").error("failed", { traceId: "b2" });
  const first = async (query: string) => {
    const stream = await ask(app, `/console/live/logs?${query}`);
    return messagesIn(await readUntil(stream, (events) => messagesIn(events).length > 0))
      .filter((message) => /warned|other|fine|failed/.test(message));
  };
  assertEquals(await first("category=shop&level=WARN"), ["warned", "failed"]);
  assertEquals(await first("trace=a1&level=INFO"), ["warned", "other category"]);
  assertEquals(await first("category=shop.shelf"), ["too fine", "failed"]);
  const wrong = await ask(app, "/console/live/logs?level=LOUD");
  assertEquals([wrong.status, (await wrong.json()).detail], [
    400,
    'Cannot use parameter "level" as it must be one of TRACE, DEBUG, INFO, WARN, ERROR: current value is "LOUD"',
  ]);
});

Deno.test("25.3 a page that reads slowly loses lines and is told how many, and memory stays bounded", async () => {
  await using app = await logging(100);
  const logger = app.container.get(Logger).forCategory("flood");
  const stream = await ask(app, "/console/live/logs?category=flood");
  const events = await readUntil(stream, (events) => {
    // The reader's first event is sent before anything is logged.
    if (events.length === 1) {
      for (let at = 1; at <= 1_000; at++) logger.info(`line ${at}`, { text: "x".repeat(20_000) });
    }
    return messagesIn(events).includes("line 1000");
  });
  const batches = events.filter(({ event }) => event === "lines").map(({ data }) => JSON.parse(data));
  const skipped = batches.reduce((sum, batch) => sum + batch.skipped, 0);
  assertEquals(skipped >= 900, true, `skipped ${skipped}`);
  assertEquals(messagesIn(events).length, 100);
  assert(batches.every(({ lines }) => lines.every((line: unknown) => JSON.stringify(line).length < 20_000)));
});

Deno.test("25.3 the overview's stream brings the history, samples, routes and health", async () => {
  await using app = await consoleApp({}, actuator({ diskSpace: false }));
  for (let at = 0; at < 3; at++) await (await ask(app, "/nothing")).body?.cancel();
  const events = await readUntil(
    await ask(app, "/console/live/overview"),
    (events) => events.some(({ event, data }) => event === "sample" && JSON.parse(data)[1] === 3),
  );
  const data = (name: string) => JSON.parse(events.find(({ event }) => event === name)!.data);
  assertEquals(data("history").columns.slice(0, 3), ["time", "requests", "errors"]);
  assertEquals(
    data("routes").map(({ method, route, requests }: Record<string, unknown>) => [method, route, requests]),
    [
      ["GET", "", 3],
    ],
  );
  assertEquals([data("health").status, Object.keys(data("health").components)], [
    "UP",
    ["livenessState", "readinessState"],
  ]);
});

Deno.test("25.3 the server stops while pages are connected, and a page too many is refused", async () => {
  const app = await logging();
  const streams = await Promise.all(Array.from({ length: 50 }, () => ask(app, "/console/live/logs")));
  const refused = await ask(app, "/console/live/logs");
  assertEquals([refused.status, (await refused.json()).detail], [
    503,
    "Too many pages of the console are open: at most 50",
  ]);
  await streams[0]!.body!.cancel();
  const next = await ask(app, "/console/live/logs");
  assertEquals(next.status, 200);
  const ended = [...streams.slice(1), next].map((stream) => stream.text());
  await app[Symbol.asyncDispose]();
  await Promise.all(ended);
});
