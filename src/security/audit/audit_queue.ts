import { inRootContext } from "../../context/mod.ts";
import type { AuditEvent } from "./audit_event.ts";

/** Maximum number of records per write. */
const maxBatch = 100;

interface Waiting {
  readonly event: AuditEvent;
  readonly settle: (failure?: unknown) => void;
}

/**
 * Writes records in sequential batches, outside of the transactions and requests that they describe. What waits is
 * bounded: a flood of refused requests neither fills the memory nor the connections of the database.
 */
export class AuditQueue {
  readonly #write: (events: readonly AuditEvent[]) => Promise<void>;
  readonly #max: number;
  readonly #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;

  /**
   * @param write stores records; bounded in time
   * @param max maximum number of records that wait
   */
  constructor(write: (events: readonly AuditEvent[]) => Promise<void>, max: number) {
    this.#write = write;
    this.#max = max;
  }

  /**
   * Writes a record.
   *
   * @param event the record
   * @returns settled when it is written; rejected when it can't be, or too many wait
   */
  add(event: AuditEvent): Promise<void> {
    if (this.#waiting.length >= this.#max) {
      return Promise.reject(new Error(`${this.#max} audit records are already waiting`));
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ event, settle: (failure) => failure === undefined ? resolve() : reject(failure) });
    this.#writing ??= inRootContext(() => this.#writeAll());
    return promise;
  }

  /** Waits until the queue is empty. */
  async flush(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
  }

  async #writeAll(): Promise<void> {
    // Records added in the same turn are written together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, maxBatch);
      let failure: unknown;
      try {
        await this.#write(batch.map(({ event }) => event));
      } catch (error) {
        failure = error ?? new Error("Unknown failure");
      }
      for (const { settle } of batch) settle(failure);
    }
    this.#writing = undefined;
  }
}
