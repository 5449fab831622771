import type { FieldError } from "./field_error.ts";

/** Thrown when a request's body is invalid; clients get the status and the errors. */
export class UnreadableBodyError extends Error {
  override readonly name = "UnreadableBodyError";
  /** 400, or 415 for an unsupported media type. */
  readonly status: 400 | 415;
  /** The errors by property. */
  readonly errors: readonly FieldError[];
  /** The limit that the body exceeds, if any. */
  readonly limit: LimitName | undefined;
  /** Response headers with the supported media types. */
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param message describes the error
   * @param options status, errors by property, the exceeded limit, response headers
   */
  constructor(message: string, options: UnreadableBodyOptions = {}) {
    super(message);
    this.status = options.status ?? 400;
    this.errors = options.errors ?? [];
    this.limit = options.limit;
    this.headers = options.headers ?? {};
  }
}

/** A limit in problem documents. */
export interface LimitName {
  /** The property without its group, such as `maxPatchOperations`. */
  readonly name: string;
  readonly value: number;
}

interface UnreadableBodyOptions {
  readonly status?: 400 | 415;
  readonly errors?: readonly FieldError[];
  readonly limit?: LimitName;
  readonly headers?: Readonly<Record<string, string>>;
}
