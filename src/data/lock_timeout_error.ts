import { ConcurrencyFailureError } from "./concurrency_failure_error.ts";

/**
 * Thrown when another transaction or another process holds a lock for longer than `data.lockTimeoutMs`. The work was
 * rolled back; it may succeed when it is run again later.
 */
export class LockTimeoutError extends ConcurrencyFailureError {
  /**
   * Creates the error.
   *
   * @param reason the message of the database
   * @param options the database's error as `cause`
   */
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, {
      ...options,
      message:
        "Cannot complete work on the database as others must release their lock within data.lockTimeoutMs: run " +
        `it again later (${reason})`,
    });
    this.name = "LockTimeoutError";
  }
}
