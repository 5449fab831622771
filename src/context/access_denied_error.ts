/** Options of an {@linkcode AccessDeniedError}. */
export interface AccessDeniedErrorOptions {
  /** Scopes that would be enough: the `scope` of the challenge (RFC 6750, 3.1). */
  readonly scopes?: readonly string[];
  /** The cause of the denial; it is logged and never sent to the client. */
  readonly cause?: unknown;
}

/**
 * Thrown when the caller is not permitted to do what the request asks for. Clients receive `FORBIDDEN`, or
 * `UNAUTHORIZED` if they
 * have not authenticated, without the message.
 */
export class AccessDeniedError extends Error {
  /** The name of the class, which minified code keeps too. */
  override readonly name = "AccessDeniedError";
  /** Sufficient scopes; empty if the denial does not depend on scopes. */
  readonly scopes: readonly string[];

  /**
   * Creates the error.
   *
   * @param message for the log
   * @param options details for the client and the log
   */
  constructor(message?: string, options: AccessDeniedErrorOptions = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.scopes = options.scopes ?? [];
  }
}
