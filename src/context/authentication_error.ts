/** Options of an {@linkcode AuthenticationError}. */
export interface AuthenticationErrorOptions {
  /** The value of `WWW-Authenticate`; `Bearer` by default. */
  readonly challenge?: string;
  /** The cause of the failure; it is logged and never sent to the client. */
  readonly cause?: unknown;
}

/** Thrown when a request must be authenticated and is not. Clients receive `UNAUTHORIZED`, without the message. */
export class AuthenticationError extends Error {
  /** The name of the class, which minified code keeps too. */
  override readonly name = "AuthenticationError";
  /** The value of `WWW-Authenticate`; `undefined` for `Bearer`. */
  readonly challenge: string | undefined;

  /**
   * Creates the error.
   *
   * @param message for the log
   * @param options details for the client and the log
   */
  constructor(message?: string, options: AuthenticationErrorOptions = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.challenge = options.challenge;
  }
}
