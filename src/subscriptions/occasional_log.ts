import type { LogFields, Logger } from "../kernel/mod.ts";

/** Minimum time between two lines of one message, in milliseconds. */
const intervalMs = 10_000;

/** Maximum number of messages whose times are stored. */
const maxMessages = 100;

/** Logs each message now and then, with the number of times that it was left out. */
export class OccasionalLog {
  readonly #logger: Logger;
  readonly #lines = new Map<string, { at: number; omitted: number }>();

  /** @param logger receives the lines */
  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Writes a line at `WARN`, unless one with this message was written shortly before. */
  warn(message: string, fields: LogFields): void {
    const line = this.#lines.get(message);
    const now = performance.now();
    if (line !== undefined && now - line.at < intervalMs) return void line.omitted++;
    if (this.#lines.size >= maxMessages) this.#lines.clear();
    this.#lines.set(message, { at: now, omitted: 0 });
    this.#logger.warn(
      message,
      line === undefined || line.omitted === 0 ? fields : { ...fields, omitted: line.omitted },
    );
  }
}
