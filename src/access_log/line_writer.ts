import type { Logger } from "../kernel/mod.ts";

/** Where lines go. */
export interface LineTarget {
  /** Writes all or a part of the bytes. */
  write(bytes: Uint8Array): Promise<number>;
  /** Gives the file back. */
  close?(): void;
}

/** What a {@linkcode LineWriter} needs. */
export interface LineWriterOptions {
  readonly target: LineTarget;
  /** Is told of lines that were dropped. */
  readonly logger: Logger;
  /** Maximum number of characters that wait to be written. */
  readonly maxCharacters: number;
}

/** Time between two messages about dropped lines, in milliseconds. */
const reportMs = 10_000;

/** Time for the last lines to be written when the application stops, in milliseconds. */
const closeMs = 1_000;

/**
 * Writes lines beside the requests: those that come while a write is under way leave with the next one. Where the disk
 * is slower than the requests, or full, lines are dropped and counted; no request waits.
 */
export class LineWriter {
  readonly #options: LineWriterOptions;
  #lines: string[] = [];
  #characters = 0;
  #dropped = 0;
  #reportedAt = -Infinity;
  #writing: Promise<void> | undefined;

  /** @param options where lines go, and how many may wait */
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
    // Lines of one turn of the event loop leave together.
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

  /** Writes what waits, unless that takes too long, and tells what was dropped since it was told last. */
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
