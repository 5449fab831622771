/**
 * Thrown when an action must be recorded before it happens, and the record cannot be stored. Clients receive 503, or
 * `UNAVAILABLE`.
 */
export class AuditUnavailableError extends Error {
  /** The name of the class, which minified code keeps too. */
  override readonly name = "AuditUnavailableError";

  /**
   * Creates the error.
   *
   * @param cause why the record can't be stored
   */
  constructor(cause: unknown) {
    super("Cannot do this as it can't be recorded at the moment", { cause });
  }
}
