/**
 * Thrown where nothing may happen that is not recorded, and the record can't be stored. Clients get 503, or
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
