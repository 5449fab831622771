/**
 * Thrown when work on a database fails as others work on the same rows or the same file at the same time: a deadlock, a
 * transaction that can't be serialized, a lock that doesn't come free. It was rolled back; the same work may succeed when
 * it is run again.
 */
export class ConcurrencyFailureError extends Error {
  /**
   * @param reason what the database says
   * @param options the database's error as `cause`
   */
  constructor(reason: string, options?: ErrorOptions) {
    super(`Cannot complete work on the database as no other may hold it back: run it again (${reason})`, options);
    this.name = "ConcurrencyFailureError";
  }
}
