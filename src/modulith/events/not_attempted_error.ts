/** A listener could not begin, because something that it needs can't be reached at present; the cause says what. */
export class NotAttemptedError extends Error {
  /** @param cause why it could not begin */
  constructor(cause: unknown) {
    super("The listener could not begin", { cause });
  }
}
