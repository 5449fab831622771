/** The options of {@linkcode ConcurrencyFailureError}. */
export interface ConcurrencyFailureOptions extends ErrorOptions {
  /** The whole message, for subclasses with their own. */
  readonly message?: string;
}

/**
 * Thrown when work on a database fails because others work on the same rows or the same file at the same time: a
 * deadlock, a transaction that can't be serialized, an entity that was changed since it was read
 * (`OptimisticLockingError`), a lock that doesn't come free (`LockTimeoutError`). It was rolled back;
 * the same work may succeed when it is run again, which the option `retry` of `transactions.run` does.
 */
export class ConcurrencyFailureError extends Error {
  /**
   * Creates the error.
   *
   * @param reason the message of the database
   * @param options the database's error as `cause`
   */
  constructor(reason: string, options: ConcurrencyFailureOptions = {}) {
    const { message, ...rest } = options;
    super(
      message ?? `Cannot complete work on the database as no other may hold it back: run it again (${reason})`,
      rest,
    );
    this.name = "ConcurrencyFailureError";
  }
}
