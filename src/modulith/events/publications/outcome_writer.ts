import type { Logger } from "../../../kernel/mod.ts";

/** Delays between two attempts to write, in milliseconds. */
const pauses = { first: 20, longest: 2_000 };

/** Maximum number of attempts; after that the publication is delivered again when its lease expires. */
const maxAttempts = 30;

/** Stores the outcomes of deliveries, with retries while the database is unreachable. */
export class OutcomeWriter {
  readonly #logger: Logger;
  readonly #closing = Promise.withResolvers<void>();
  #isClosed = false;

  /** @param logger logs outcomes that could not be stored */
  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Stops retrying. */
  close(): void {
    this.#isClosed = true;
    this.#closing.resolve();
  }

  /**
   * Stores an outcome.
   *
   * @param write stores it; idempotent; returns whether it changed a row
   * @param id the id of the publication
   * @returns the result of the first `write`, or `undefined` if an earlier attempt may have succeeded before its error
   */
  async write(write: () => Promise<boolean>, id: string): Promise<boolean | undefined> {
    for (let attempt = 1;; attempt++) {
      try {
        const isChanged = await write();
        return attempt === 1 || isChanged ? isChanged : undefined;
      } catch (error) {
        if (attempt === maxAttempts || this.#isClosed) {
          this.#logger.error("Cannot store the outcome of a listener: its publication is delivered again", {
            id,
            error,
          });
          return undefined;
        }
        if (attempt === 1) this.#logger.warn("Cannot store the outcome of a listener: retrying", { id, error });
        await this.#pause(Math.min(pauses.longest, pauses.first * 2 ** (attempt - 1)));
      }
    }
  }

  async #pause(ms: number): Promise<void> {
    const over = Promise.withResolvers<void>();
    const timer = setTimeout(over.resolve, ms);
    try {
      await Promise.race([over.promise, this.#closing.promise]);
    } finally {
      clearTimeout(timer);
    }
  }
}
