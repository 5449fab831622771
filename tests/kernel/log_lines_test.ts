import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  consoleSink,
  type ConsoleSinkOptions,
  createApp,
  createContainer,
  LogContext,
  type LogFields,
  Logger,
  type LogRecord,
  LogSink,
} from "@espalier/espalier";

const time = new Date("2026-01-02T03:04:05.678Z");

/** What a console sink writes for one line. */
function written(format: "pretty" | "json", line: Partial<LogRecord>, options?: ConsoleSinkOptions): string {
  const lines: string[] = [];
  const [log, error] = [console.log, console.error];
  console.log = (text) => lines.push(`out ${text}`);
  console.error = (text) => lines.push(`err ${text}`);
  try {
    consoleSink(format, options)({
      time,
      level: "INFO",
      category: "shop.orders",
      message: "Placed",
      fields: {},
      ...line,
    });
  } finally {
    [console.log, console.error] = [log, error];
  }
  return lines.join("\n");
}

function json(fields: LogFields): Record<string, unknown> {
  return JSON.parse(written("json", { fields }).slice(4));
}

Deno.test("log: JSON has one object per line, errors with stack and cause", () => {
  assertEquals(
    written("json", { fields: { order: 7, total: 12n } }),
    'out {"time":"2026-01-02T03:04:05.678Z","level":"INFO","category":"shop.orders","message":"Placed","order":7,"total":"12"}',
  );
  const error = new TypeError("No stock", { cause: new Error("Empty shelf") });
  const line = json({ error });
  assertEquals(line.error, {
    name: "TypeError",
    message: "No stock",
    stack: error.stack,
    cause: { name: "Error", message: "Empty shelf", stack: (error.cause as Error).stack },
  });
});

Deno.test("log: JSON survives whatever the fields hold", () => {
  const circular: Record<string, unknown> = { name: "a" };
  circular.self = circular;
  const hostile = { toJSON: () => fail() };
  const fail = () => {
    throw new Error("not called");
  };
  assertEquals(
    json({
      circular,
      hostile,
      message: "mine",
      when: time,
      never: new Date(NaN),
      map: new Map([["k", new Set([1])]]),
      url: new URL("http://localhost/x"),
      f: function named() {},
      nothing: undefined,
    }),
    {
      time: time.toISOString(),
      level: "INFO",
      category: "shop.orders",
      message: "Placed",
      circular: { name: "a", self: "[Circular]" },
      hostile: { toJSON: "[Function toJSON]" },
      _message: "mine",
      when: time.toISOString(),
      never: "Invalid Date",
      map: { k: [1] },
      url: "http://localhost/x",
      f: "[Function named]",
    },
  );
});

Deno.test("log: pretty lines read well, and WARN and ERROR go to standard error", () => {
  assertEquals(
    written("pretty", { fields: { order: 7, by: "jane", note: "two words", items: [1, 2] } }),
    'out 03:04:05.678 INFO  shop.orders Placed order=7 by=jane note="two words" items=[ 1, 2 ]',
  );
  assertEquals(written("pretty", { level: "WARN", category: "" }), "err 03:04:05.678 WARN  Placed");
  const error = new Error("No stock", { cause: new Error("Empty shelf") });
  const text = written("pretty", { level: "ERROR", fields: { error } });
  assertStringIncludes(text, "err 03:04:05.678 ERROR shop.orders Placed\n    Error: No stock\n");
  assertStringIncludes(text, "\n    caused by\n    Error: Empty shelf\n");
});

Deno.test("log: pretty lines are coloured on request, and can't be faked by what a client sends", () => {
  assertEquals(
    written("pretty", { level: "ERROR", fields: { order: 7 } }, { colors: true }),
    "err \x1b[2m03:04:05.678\x1b[0m \x1b[31mERROR\x1b[0m \x1b[36mshop.orders\x1b[0m Placed \x1b[2morder=7\x1b[0m",
  );
  assertEquals(
    written("pretty", { message: "a\n03:04:05.678 INFO fake\x1b[31m", fields: { value: "x\ny\x1b" } }),
    String.raw`out 03:04:05.678 INFO  shop.orders a\n03:04:05.678 INFO fake\u001b[31m value="x\ny\u001b"`,
  );
  assertEquals(
    written("pretty", { message: "a\u202eb\u2028c", fields: { value: "\x9b31m", items: ["\u2066"] } }),
    String.raw`out 03:04:05.678 INFO  shop.orders a\u202eb\u2028c value="\u009b31m" items=[ "\u2066" ]`,
  );
  const error = new Error("first\r\x1b[2Jsecond\n03:04:05.678 INFO  fake", { cause: new Error("\x9b") });
  const lines = written("pretty", { fields: { error } }).split("\n");
  assertEquals(lines.slice(1, 3), [String.raw`    Error: first\r\u001b[2Jsecond`, "    03:04:05.678 INFO  fake"]);
  assertEquals(lines.slice(1).filter((line) => !line.startsWith("    ") || /\p{Cc}/u.test(line)), []);
});

Deno.test("log: a bound sink receives lines above their category's level, with the context of the moment", async () => {
  const lines: Pick<LogRecord, "category" | "message" | "fields">[] = [];
  const container = createContainer();
  container.bind(LogSink).toConstantValue(({ category, message, fields }) => lines.push({ category, message, fields }));
  await using app = await createApp(container, {
    properties: { logging: { level: "WARN", levels: { shop: "DEBUG" } } },
  });
  const logger = app.container.get(Logger);
  app.container.get(LogContext).contribute(() => ({ traceId: "t1", executionId: "e1" }));
  app.container.get(LogContext).contribute(() => undefined);
  app.container.get(LogContext).contribute(() => ({ user: undefined }));
  logger.info("not heard");
  logger.forCategory("shop.orders").debug("heard", { executionId: "own" });
  assertEquals(lines, [
    { category: "shop.orders", message: "heard", fields: { traceId: "t1", executionId: "own" } },
  ]);
});

Deno.test("log: a logger of one's own replaces the shipped one", async () => {
  const messages: string[] = [];
  const own: Logger = {
    category: "",
    forCategory: (category) => ({ ...own, category }),
    isEnabled: () => true,
    log: (level, message) => messages.push(`${level} ${message}`),
    trace: (message) => own.log("TRACE", message),
    debug: (message) => own.log("DEBUG", message),
    info: (message) => own.log("INFO", message),
    warn: (message) => own.log("WARN", message),
    error: (message) => own.log("ERROR", message),
  };
  const container = createContainer();
  container.bind(Logger).toConstantValue(own);
  await using app = await createApp(container);
  app.container.get(Logger).forCategory("x").warn("Mine");
  assertEquals(messages, ["WARN Mine"]);
});
