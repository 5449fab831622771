/** Thrown when the database can't be reached. The next call tries again. */
export class StoreUnavailableError extends Error {
  /** Names the database, without any password. */
  readonly store: string;

  /**
   * @param store names the database, without any password
   * @param reason what is needed, or what went wrong
   * @param options the driver's error as `cause`
   */
  constructor(store: string, reason: string, options?: ErrorOptions) {
    super(`Cannot reach database "${store}" as ${reason}`, options);
    this.name = "StoreUnavailableError";
    this.store = store;
  }
}

/** What becomes of a use of a database that was closed. */
export function closedStore(store: string): StoreUnavailableError {
  return new StoreUnavailableError(store, "it must be open: it has been closed");
}
