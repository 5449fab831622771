import { StoreUnavailableError } from "./store_unavailable_error.ts";

/** Thrown when a statement takes longer than `data.statementTimeoutMs`; the database has stopped it. */
export class QueryTimeoutError extends StoreUnavailableError {
  /**
   * Creates the error.
   *
   * @param store names the database, without any password
   * @param timeoutMs how long a statement may take, in milliseconds
   * @param options the driver's error as `cause`
   */
  constructor(store: string, timeoutMs: number, options?: ErrorOptions) {
    super(
      store,
      `each statement must end within data.statementTimeoutMs (${timeoutMs} ms): this one took longer`,
      options,
    );
    this.name = "QueryTimeoutError";
  }
}
