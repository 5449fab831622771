import type { FieldError } from "./field_error.ts";

/** Thrown when a request's body can't be understood; clients get the status and the errors. */
export class UnreadableBodyError extends Error {
  override readonly name = "UnreadableBodyError";
  /** 400, or 415 for a media type that is not read. */
  readonly status: 400 | 415;
  /** What is wrong, property by property. */
  readonly errors: readonly FieldError[];
  /** The limit that the body exceeds, where it exceeds one. */
  readonly limit: LimitName | undefined;
  /** Response headers: which media types the resource reads. */
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param message what is wrong with the body
   * @param options status, errors of single properties, the limit that is exceeded, response headers
   */
  constructor(message: string, options: UnreadableBodyOptions = {}) {
    super(message);
    this.status = options.status ?? 400;
    this.errors = options.errors ?? [];
    this.limit = options.limit;
    this.headers = options.headers ?? {};
  }
}

/** A limit as problem documents name it. */
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
