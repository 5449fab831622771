/** What an {@linkcode AccessDeniedError} may tell the client. */
export interface AccessDeniedErrorOptions {
  /** Scopes that would be enough: the `scope` of the challenge (RFC 6750, 3.1). */
  readonly scopes?: readonly string[];
  /** What led to the refusal; it is logged and never sent. */
  readonly cause?: unknown;
}

/**
 * Thrown where whoever makes a request may not do what it asks. Clients get `FORBIDDEN`, or `UNAUTHORIZED` when they
 * have not authenticated, without the message.
 */
export class AccessDeniedError extends Error {
  /** The name of the class, which minified code keeps too. */
  override readonly name = "AccessDeniedError";
  /** Scopes that would be enough; empty where it is not a matter of scopes. */
  readonly scopes: readonly string[];

  /**
   * Creates the error.
   *
   * @param message for the log
   * @param options what the client is told
   */
  constructor(message?: string, options: AccessDeniedErrorOptions = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.scopes = options.scopes ?? [];
  }
}
