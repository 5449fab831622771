import { requireErrorStatus } from "./require_error_status.ts";

/** What a {@linkcode ResponseStatusError} may say beside its status. */
export interface ResponseStatusErrorOptions {
  /** `extensions.classification` of the error that the client gets; derived from the status by default. */
  readonly classification?: string;
  readonly cause?: unknown;
}

/**
 * Ends an operation with an HTTP status: thrown by an interceptor that lets a request go no further. Transports
 * without statuses send the message as a GraphQL error.
 */
export class ResponseStatusError extends Error {
  override readonly name = "ResponseStatusError";
  readonly status: number;
  /** What kind of error clients are told. */
  readonly classification: string;

  /**
   * @param status an HTTP status, 400 to 599
   * @param message told to the client
   * @param options classification and cause
   * @throws RangeError when the status is not that of an error
   */
  constructor(status: number, message: string, options: ResponseStatusErrorOptions = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    requireErrorStatus(status);
    this.status = status;
    this.classification = options.classification ?? classificationOf(status);
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
