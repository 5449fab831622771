/** Thrown when texts are searched by a regular expression or a pattern that can't be read. */
export class UnreadableExpressionError extends TypeError {
  /** The name of the class, which minified code keeps too. */
  override readonly name = "UnreadableExpressionError";

  /**
   * Creates the error.
   *
   * @param cause the error of the platform or the database
   * @param subject the invalid expression
   */
  constructor(cause: unknown, subject: "regular expression" | "pattern" = "regular expression") {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Cannot search by a ${subject} as it must be readable: ${reason}`, { cause });
  }
}
