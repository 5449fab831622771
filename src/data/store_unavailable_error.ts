/**
 * Thrown when a database can't do its work for a reason outside of the request: it can't be reached, it shuts down, all
 * connections are in use, its disk is full, it takes no changes. The next call tries again.
 */
export class StoreUnavailableError extends Error {
  /** Names the database, without any password. */
  readonly store: string;

  /**
   * Creates the error.
   *
   * @param store names the database, without any password
   * @param reason the remedy, or the failure
   * @param options the driver's error as `cause`
   */
  constructor(store: string, reason: string, options?: ErrorOptions) {
    super(`Cannot reach database "${store}" as ${reason}`, options);
    this.name = "StoreUnavailableError";
    this.store = store;
  }
}

/** Creates the error for the use of a database that was closed. */
export function closedStore(store: string): StoreUnavailableError {
  return new StoreUnavailableError(store, "it must be open: it has been closed");
}
