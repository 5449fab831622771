/** A listener could not begin, because something that it needs can't be reached at present; the cause says what. */
export class NotAttemptedError extends Error {
  /**
   * Creates the error.
   *
   * @param cause why the listener could not begin
   */
  constructor(cause: unknown) {
    super("The listener could not begin", { cause });
  }
}
