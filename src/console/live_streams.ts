import { EventStream, type HttpExchange, methodNotAllowed, problem } from "../http/mod.ts";
import { Lifecycle, type LogRecord } from "../kernel/mod.ts";
import { healthOf } from "./about_service.ts";
import type { ConsoleParts } from "./console_parts.ts";
import type { LogFilter } from "./log_lines.ts";
import { sampleColumns, sampleIntervalMs } from "./service_history.ts";

/** Maximum number of streams at a time. */
const maxStreams = 50;
/** Minimum time between two batches of log lines, in milliseconds: a flood becomes few large events. */
const batchIntervalMs = 100;
/** Maximum number of log lines of a batch. */
const maxBatch = 500;
/** Number of log lines that a reader gets at first. */
const firstLines = 1_000;
/** Number of samples between two reports of routes and health. */
const samplesPerReport = 5;

const levels: readonly string[] = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR"];

/** One connected page. */
interface Reader {
  readonly stream: EventStream;
  /** Aborted when the page is gone or the service stops. */
  readonly signal: AbortSignal;
}

/** Streams events to connected pages, at the pace at which each of them reads. */
export class LiveStreams {
  readonly #parts: ConsoleParts;
  #open = 0;

  /** @param parts the service */
  constructor(parts: ConsoleParts) {
    this.#parts = parts;
  }

  /**
   * Connects a page.
   *
   * @param exchange the request
   * @param name which stream
   */
  handle(exchange: HttpExchange, name: string): Response {
    const { method } = exchange.request;
    if (method !== "GET") return methodNotAllowed(method, ["GET"]);
    if (name === "overview") return this.#connect((reader) => this.#sendOverview(reader));
    if (name !== "logs") return problem({ status: 404, detail: `There is no stream "${name}"` });
    const filter = filterFrom(exchange.url.searchParams);
    if (typeof filter === "string") return problem({ status: 400, detail: filter });
    return this.#connect((reader) => this.#sendLogs(reader, filter));
  }

  #connect(send: (reader: Reader) => Promise<void>): Response {
    if (this.#open >= maxStreams) {
      return problem({
        status: 503,
        detail: `Too many pages of the console are open: at most ${maxStreams}`,
        headers: { "retry-after": "5" },
      });
    }
    this.#open++;
    const gone = new AbortController();
    const stream = new EventStream({
      keepAliveMs: 15_000,
      bufferBytes: 262_144,
      slowReaderTimeoutMs: 30_000,
      onCancel: () => gone.abort(),
    });
    const forget = this.#parts.container.get(Lifecycle).onDrain(() => gone.abort());
    // Free the slot at once, before the loop below ends, as the next page may be waiting for it.
    gone.signal.addEventListener("abort", () => {
      this.#open--;
      this.#wake();
    });
    void send({ stream, signal: gone.signal }).catch(() => {}).finally(() => {
      stream.close();
      forget();
      gone.abort();
    });
    return new Response(stream.body, {
      headers: {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store, no-transform",
        "x-content-type-options": "nosniff",
        "x-accel-buffering": "no",
      },
    });
  }

  #wake(): void {
    this.#parts.lines.wake();
    this.#parts.history.wake();
  }

  async #sendOverview({ stream, signal }: Reader): Promise<void> {
    const { history } = this.#parts;
    let position = history.position;
    let samples = history.since(0);
    await stream.send("history", JSON.stringify({ columns: sampleColumns, intervalMs: sampleIntervalMs, samples }));
    for (let round = 0; !signal.aborted; round++) {
      if (round % samplesPerReport === 0) await this.#sendReport(stream);
      if (!signal.aborted) await history.more(position);
      samples = history.since(position);
      position = history.position;
      for (const sample of samples) await stream.send("sample", JSON.stringify(sample));
    }
  }

  async #sendReport(stream: EventStream): Promise<void> {
    await stream.send("routes", JSON.stringify(this.#parts.traffic.routes));
    await stream.send("health", JSON.stringify(await healthOf(this.#parts) ?? null));
  }

  async #sendLogs({ stream, signal }: Reader, filter: LogFilter): Promise<void> {
    const { lines } = this.#parts;
    let next = lines.startOf(filter, firstLines);
    // The page empties its list, also after it was connected anew.
    await stream.send("begin", "");
    while (!signal.aborted) {
      const batch = lines.read(next, filter, maxBatch);
      next = batch.next;
      if (batch.lines.length > 0 || batch.skipped > 0) {
        await stream.send("lines", `{"skipped":${batch.skipped},"lines":[${batch.lines.join(",")}]}`);
      }
      if (next >= lines.end && !signal.aborted) await lines.more(next);
      await pause(batchIntervalMs, signal);
    }
  }
}

function filterFrom(parameters: URLSearchParams): LogFilter | string {
  const [level, category, traceId] = ["level", "category", "trace"].map((name) => parameters.get(name) || undefined);
  if (level !== undefined && !levels.includes(level)) {
    return `Cannot use parameter "level" as it must be one of ${levels.join(", ")}: current value is "${level}"`;
  }
  return {
    ...(level === undefined ? {} : { level: level as LogRecord["level"] }),
    ...(category === undefined ? {} : { category }),
    ...(traceId === undefined ? {} : { traceId }),
  };
}

/** Waits, or returns earlier when the signal is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const stop = () => resolve();
  signal.addEventListener("abort", stop);
  await promise;
  signal.removeEventListener("abort", stop);
  clearTimeout(timer);
}
