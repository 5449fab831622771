import type { Logger } from "../kernel/mod.ts";

/** The destination of lines. */
export interface LineTarget {
  /** Writes all or a part of the bytes. */
  write(bytes: Uint8Array): Promise<number>;
  /** Closes the file. */
  close?(): void;
}

/** The parts of a {@linkcode LineWriter}. */
export interface LineWriterOptions {
  readonly target: LineTarget;
  /** Reports dropped lines. */
  readonly logger: Logger;
  /** Maximum number of characters that wait to be written. */
  readonly maxCharacters: number;
}

/** Time between two messages about dropped lines, in milliseconds. */
const reportMs = 10_000;

/** Time for the last lines to be written when the application stops, in milliseconds. */
const closeMs = 1_000;

/**
 * Writes lines in the background: lines that arrive during a write are part of the next one. Where the disk
 * is slower than the requests, or full, lines are dropped and counted; no request waits.
 */
export class LineWriter {
  readonly #options: LineWriterOptions;
  #lines: string[] = [];
  #characters = 0;
  #dropped = 0;
  #reportedAt = -Infinity;
  #writing: Promise<void> | undefined;

  /** @param options the destination, and the maximum number of queued lines */
  constructor(options: LineWriterOptions) {
    this.#options = options;
  }

  /**
   * Adds a line.
   *
   * @param line without its end
   */
  add(line: string): void {
    if (this.#characters + line.length > this.#options.maxCharacters) {
      return this.#drop(1, "they are written too slowly");
    }
    this.#lines.push(line);
    this.#characters += line.length;
    this.#writing ??= this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    // Lines of one turn of the event loop are written together.
    await new Promise((resume) => setImmediate(resume));
    while (this.#lines.length > 0) {
      const lines = this.#lines;
      const characters = this.#characters;
      this.#lines = [];
      try {
        await this.#write(new TextEncoder().encode(`${lines.join("\n")}\n`));
      } catch (error) {
        this.#drop(lines.length, "they can't be written", error);
      }
      this.#characters -= characters;
    }
    this.#writing = undefined;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    for (let rest = bytes; rest.length > 0;) rest = rest.subarray(await this.#options.target.write(rest));
  }

  #drop(count: number, reason: string, error?: unknown): void {
    this.#dropped += count;
    const now = performance.now();
    if (now - this.#reportedAt >= reportMs) this.#report(reason, error);
  }

  #report(reason: string, error?: unknown): void {
    const fields = { dropped: this.#dropped, ...(error === undefined ? {} : { error }) };
    this.#reportedAt = performance.now();
    this.#dropped = 0;
    this.#options.logger.warn(`Dropping lines of the access log as ${reason}`, fields);
  }

  /** Writes the queued lines within a time limit, and reports the lines dropped since the last report. */
  async close(): Promise<void> {
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, closeMs);
    await Promise.race([this.#writing, timeout.promise]);
    clearTimeout(timer);
    this.#dropped += this.#lines.length;
    this.#lines = [];
    if (this.#dropped > 0) this.#report("the application stops");
    this.#options.target.close?.();
  }
}
