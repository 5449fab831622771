/** What an {@linkcode AuthenticationError} may tell the client. */
export interface AuthenticationErrorOptions {
  /** The value of `WWW-Authenticate`: how to authenticate. Absent, `Bearer` is asked for. */
  readonly challenge?: string;
  /** What led to the refusal; it is logged and never sent. */
  readonly cause?: unknown;
}

/** Thrown where a request has to be authenticated and is not. Clients get `UNAUTHORIZED`, without the message. */
export class AuthenticationError extends Error {
  /** The name of the class, which minified code keeps too. */
  override readonly name = "AuthenticationError";
  /** The value of `WWW-Authenticate`; `undefined` where `Bearer` is asked for. */
  readonly challenge: string | undefined;

  /**
   * Creates the error.
   *
   * @param message for the log
   * @param options what the client is told
   */
  constructor(message?: string, options: AuthenticationErrorOptions = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.challenge = options.challenge;
  }
}
