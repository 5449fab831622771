/** Thrown when texts are searched by a regular expression that can't be read. */
export class UnreadableExpressionError extends TypeError {
  override readonly name = "UnreadableExpressionError";

  /** @param cause what the platform or the database says */
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Cannot search by a regular expression as it must be readable: ${reason}`, { cause });
  }
}
