import { BodyRefusal } from "../../http/mod.ts";

/** Why a request was refused before an operation could run; becomes the errors of the response. */
export class RequestRefusal extends Error {
  /** The name of the class, which minified code keeps too. */
  override readonly name = "RequestRefusal";
  /** The HTTP status that says so. */
  readonly status: number;
  /** Further response headers, such as `Allow`. */
  readonly headers: Readonly<Record<string, string>>;

  /**
   * Creates the refusal.
   *
   * @param status HTTP status, 4xx
   * @param message what is needed, and what was sent instead
   * @param headers further response headers
   */
  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/**
 * Takes an exception for what a client did wrong.
 *
 * @param exception what was thrown while a request was read
 * @returns the refusal; anything else is thrown on
 */
export function asRequestRefusal(exception: unknown): RequestRefusal {
  if (exception instanceof RequestRefusal) return exception;
  if (!(exception instanceof BodyRefusal)) throw exception;
  const { status, message, headers } = exception;
  return new RequestRefusal(status, message, headers);
}
