import { requireErrorStatus } from "./require_error_status.ts";

/** Options of a {@linkcode ResponseStatusError}. */
export interface ResponseStatusErrorOptions {
  /** `extensions.classification` of the error that the client gets; derived from the status by default. */
  readonly classification?: string;
  /** Response headers, such as `Retry-After`. */
  readonly headers?: HeadersInit;
  /** The cause; it is logged and never sent to the client. */
  readonly cause?: unknown;
}

/**
 * Ends a request with an HTTP status: thrown by an interceptor, a route or a repository that rejects a request. GraphQL
 * responds with an error, all other routes with a problem document; transports without statuses send
 * the message as a GraphQL error.
 *
 * @example
 * ```ts
 * import { ResponseStatusError } from "@espalier/espalier/http";
 *
 * const busy = new ResponseStatusError(429, "Too many requests", { headers: { "retry-after": "30" } });
 * console.log(busy.status, busy.headers); // 429 { "retry-after": "30" }
 * ```
 */
export class ResponseStatusError extends Error {
  /** The name of the class, which minified code keeps too. */
  override readonly name = "ResponseStatusError";
  /** The HTTP status, from 400 to 599. */
  readonly status: number;
  /** The error classification for clients. */
  readonly classification: string;
  /** Response headers, in lower case; with 401 always the challenge that RFC 9110 requires, `Bearer` by default. */
  readonly headers: Readonly<Record<string, string>>;

  /**
   * Creates the error.
   *
   * @param status an HTTP status, 400 to 599
   * @param message sent to the client
   * @param options classification, headers and cause
   * @throws RangeError when the status is not that of an error
   */
  constructor(status: number, message: string, options: ResponseStatusErrorOptions = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    requireErrorStatus(status);
    this.status = status;
    this.classification = options.classification ?? classificationOf(status);
    const challenge: Record<string, string> = status === 401 ? { "www-authenticate": "Bearer" } : {};
    this.headers = { ...challenge, ...Object.fromEntries(new Headers(options.headers)) };
  }
}

function classificationOf(status: number): string {
  switch (status) {
    case 401:
      return "UNAUTHORIZED";
    case 403:
      return "FORBIDDEN";
    case 404:
      return "NOT_FOUND";
    case 408:
    case 504:
      return "TIMEOUT";
  }
  return status < 500 ? "BAD_REQUEST" : "INTERNAL_ERROR";
}
