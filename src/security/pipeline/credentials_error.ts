import { AuthenticationError } from "../../context/mod.ts";

/** The challenge for credentials that are not accepted (RFC 6750, 3.1). */
export interface CredentialsRefusal {
  /** The scheme of the challenge: `"Bearer"`. */
  readonly challenge?: string;
  /** The error code for the client. */
  readonly error?: "invalid_request" | "invalid_token";
  /** Printable ASCII without quotes and backslashes; it must not reveal anything to the client. */
  readonly description?: string;
  /** The cause; it is logged and never sent to the client. */
  readonly cause?: unknown;
}

/** Credentials that are not accepted. The message is for the log and never quotes them. */
export class CredentialsError extends AuthenticationError {
  /** The challenge for the client. */
  readonly refusal: CredentialsRefusal;

  /**
   * Creates the error.
   *
   * @param message for the log
   * @param refusal the challenge for the client
   */
  constructor(message: string, refusal: CredentialsRefusal = {}) {
    super(message, "cause" in refusal ? { cause: refusal.cause } : {});
    this.refusal = refusal;
  }
}

/**
 * Creates the error of a bearer token that is not accepted.
 *
 * @param description the reason, without quoting the token
 * @param cause why, for the log
 */
export function invalidToken(description: string, cause?: unknown): CredentialsError {
  const reason = cause === undefined ? {} : { cause };
  return new CredentialsError(description, { challenge: "Bearer", error: "invalid_token", description, ...reason });
}
