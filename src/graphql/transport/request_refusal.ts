import { BodyRefusal } from "../../http/mod.ts";

/** The reason for rejecting a request before an operation runs; becomes the errors of the response. */
export class RequestRefusal extends Error {
  /** The name of the class, also in minified code. */
  override readonly name = "RequestRefusal";
  /** The HTTP status of the response. */
  readonly status: number;
  /** Further response headers, such as `Allow`. */
  readonly headers: Readonly<Record<string, string>>;

  /**
   * Creates the error.
   *
   * @param status HTTP status, 4xx
   * @param message the requirement, and the value that was sent
   * @param headers further response headers
   */
  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/**
 * Returns an exception that was caused by an invalid request.
 *
 * @param exception the exception of reading a request
 * @returns the refusal; any other exception is rethrown
 */
export function asRequestRefusal(exception: unknown): RequestRefusal {
  if (exception instanceof RequestRefusal) return exception;
  if (!(exception instanceof BodyRefusal)) throw exception;
  const { status, message, headers } = exception;
  return new RequestRefusal(status, message, headers);
}
