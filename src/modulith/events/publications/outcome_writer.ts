import type { Logger } from "../../../kernel/mod.ts";

/** Pauses between two attempts to write, in milliseconds. */
const pauses = { first: 20, longest: 2_000 };

/** After that many attempts in vain the publication is left to the watch over leases. */
const maxAttempts = 30;

/** Writes down how deliveries went, again and again while the database can't be reached. */
export class OutcomeWriter {
  readonly #logger: Logger;
  readonly #closing = Promise.withResolvers<void>();
  #isClosed = false;

  /** @param logger is told of outcomes that could not be written */
  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Gives up what could not be written so far. */
  close(): void {
    this.#isClosed = true;
    this.#closing.resolve();
  }

  /**
   * Writes an outcome.
   *
   * @param write safe to repeat; returns whether it changed something
   * @param id of the publication
   * @returns what `write` returned at first, or `undefined` where nobody knows whether an earlier attempt came through
   */
  async write(write: () => Promise<boolean>, id: string): Promise<boolean | undefined> {
    for (let attempt = 1;; attempt++) {
      try {
        const isChanged = await write();
        return attempt === 1 || isChanged ? isChanged : undefined;
      } catch (error) {
        if (attempt === maxAttempts || this.#isClosed) {
          this.#logger.error("Cannot write down how a listener went: its publication is delivered again", {
            id,
            error,
          });
          return undefined;
        }
        if (attempt === 1) this.#logger.warn("Cannot write down how a listener went, and tries again", { id, error });
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
