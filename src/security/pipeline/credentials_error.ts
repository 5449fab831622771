import { AuthenticationError } from "../../context/mod.ts";

/** What a client is told of credentials that are not accepted (RFC 6750, 3.1). */
export interface CredentialsRefusal {
  /** The scheme of the challenge that tells it: `"Bearer"`. */
  readonly challenge?: string;
  /** The error code that the client is told. */
  readonly error?: "invalid_request" | "invalid_token";
  /** Printable ASCII without quotes and backslashes, which says nothing that the client does not know. */
  readonly description?: string;
  /** What led to the refusal; it is logged and never sent. */
  readonly cause?: unknown;
}

/** Credentials that are not accepted. The message is for the log and never quotes them. */
export class CredentialsError extends AuthenticationError {
  /** What the client is told. */
  readonly refusal: CredentialsRefusal;

  /**
   * Creates the error.
   *
   * @param message for the log
   * @param refusal what the client is told
   */
  constructor(message: string, refusal: CredentialsRefusal = {}) {
    super(message, "cause" in refusal ? { cause: refusal.cause } : {});
    this.refusal = refusal;
  }
}

/**
 * Creates the error of a bearer token that is not accepted.
 *
 * @param description what is wrong with it, without quoting it
 * @param cause why, for the log
 */
export function invalidToken(description: string, cause?: unknown): CredentialsError {
  const reason = cause === undefined ? {} : { cause };
  return new CredentialsError(description, { challenge: "Bearer", error: "invalid_token", description, ...reason });
}
