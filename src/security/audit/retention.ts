import type { AuditLog } from "../../context/mod.ts";
import type { Logger } from "../../kernel/mod.ts";

const dayMs = 86_400_000;
/** Instances that start together delete at different times. */
const firstMs = 60_000;
const everyMs = 3_600_000;

/** Deletes expired records, every hour. */
export class Retention {
  readonly #log: AuditLog;
  readonly #days: number;
  readonly #logger: Logger;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;

  /**
   * @param log the records
   * @param days the retention time
   * @param logger receives failures
   */
  constructor(log: AuditLog, days: number, logger: Logger) {
    this.#log = log;
    this.#days = days;
    this.#logger = logger;
  }

  /** Starts the timer. */
  start(): void {
    this.#schedule(firstMs * (1 + Math.random()));
  }

  /** Stops the timer, and waits for a running deletion. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#running;
  }

  #schedule(inMs: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#deleteOld().finally(() => {
        this.#running = undefined;
        if (this.#timer !== undefined) this.#schedule(everyMs);
      });
    }, inMs);
    // The timer alone must not keep the process alive.
    Deno.unrefTimer(this.#timer as unknown as number);
  }

  async #deleteOld(): Promise<void> {
    try {
      await this.#log.deleteBefore(new Date(Date.now() - this.#days * dayMs));
    } catch (error) {
      this.#logger.warn("Cannot delete old audit records", { error });
    }
  }
}
