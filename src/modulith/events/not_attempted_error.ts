/** A listener could not start, as a database or broker it needs is unreachable at present; `cause` has the reason. */
export class NotAttemptedError extends Error {
  /**
   * Creates the error.
   *
   * @param cause the reason why the listener could not start
   */
  constructor(cause: unknown) {
    super("The listener could not start", { cause });
  }
}
