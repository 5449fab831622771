import { logLineAsJson, type LogRecord } from "../kernel/mod.ts";

/** Maximum length of a line's JSON, in UTF-16 units; a longer one keeps its message alone, cut. */
const maxLineLength = 16_384;
/** Maximum length of a message that is cut. */
const maxMessageLength = 2_000;

const levels: readonly LogRecord["level"][] = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR"];

/** What a reader wants to see. */
export interface LogFilter {
  /** The least severe level that is shown. */
  readonly level?: LogRecord["level"];
  /** Prefix of the category. */
  readonly category?: string;
  /** Lines of this trace alone. */
  readonly traceId?: string;
}

/** Lines in the order in which they were logged. */
export interface LogBatch {
  /** JSON objects. */
  readonly lines: readonly string[];
  /** Number of lines that were dropped before they could be read. */
  readonly skipped: number;
  /** Where the next batch begins. */
  readonly next: number;
}

interface Line {
  readonly severity: number;
  readonly category: string;
  readonly traceId: unknown;
  readonly json: string;
}

/** Stores the last log lines in a ring buffer; each reader has its own position. */
export class LogLines {
  readonly #ring: Line[] = [];
  readonly #maxLines: number;
  /** Number of lines that were ever added. */
  #end = 0;
  #waiting: (() => void)[] = [];

  /** @param maxLines maximum number of stored lines */
  constructor(maxLines: number) {
    this.#maxLines = maxLines;
  }

  /** The position behind the last line. */
  get end(): number {
    return this.#end;
  }

  /** Adds a line as text, so that objects in its fields are not retained. */
  add(record: LogRecord): void {
    const { level, category, fields } = record;
    this.#ring[this.#end % this.#maxLines] = {
      severity: levels.indexOf(level),
      category,
      traceId: fields["traceId"],
      json: boundedJson(record),
    };
    this.#end++;
    if (this.#waiting.length > 0) this.wake();
  }

  /**
   * Returns the position from which a number of matching lines follows.
   *
   * @param filter selects lines
   * @param count how many lines
   */
  startOf(filter: LogFilter, count: number): number {
    const matches = matcher(filter);
    let at = this.#end;
    for (let found = 0; at > this.#first && found < count; at--) {
      if (matches(this.#ring[(at - 1) % this.#maxLines]!)) found++;
    }
    return at;
  }

  /**
   * Reads lines from a position.
   *
   * @param from the position
   * @param filter selects lines
   * @param count maximum number of lines that are returned
   */
  read(from: number, filter: LogFilter, count: number): LogBatch {
    const matches = matcher(filter);
    const lines: string[] = [];
    let next = Math.max(from, this.#first);
    const skipped = next - from;
    for (; next < this.#end && lines.length < count; next++) {
      const line = this.#ring[next % this.#maxLines]!;
      if (matches(line)) lines.push(line.json);
    }
    return { lines, skipped, next };
  }

  /** Resolves when a line follows a position, or when the readers are woken. */
  async more(position: number): Promise<void> {
    if (position < this.#end) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Wakes all readers that wait. */
  wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  get #first(): number {
    return Math.max(0, this.#end - this.#maxLines);
  }
}

function matcher({ level, category = "", traceId }: LogFilter): (line: Line) => boolean {
  const least = level === undefined ? 0 : levels.indexOf(level);
  return (line) =>
    line.severity >= least && (category === "" || isBelow(line.category, category)) &&
    (traceId === undefined || line.traceId === traceId);
}

function isBelow(category: string, prefix: string): boolean {
  return category.startsWith(prefix) && (category.length === prefix.length || category[prefix.length] === ".");
}

function boundedJson(record: LogRecord): string {
  const json = logLineAsJson(record);
  if (json.length <= maxLineLength) return json;
  const { time, level, category, message, fields: { traceId, spanId } } = record;
  return logLineAsJson({
    time,
    level,
    category,
    message: message.slice(0, maxMessageLength),
    fields: { ...(typeof traceId === "string" && { traceId, spanId }), shortened: `${json.length} characters` },
  });
}
