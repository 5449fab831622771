import type { FieldError } from "./field_error.ts";

/** Thrown when a request's body can't be understood; clients get the status and the errors. */
export class UnreadableBodyError extends Error {
  override readonly name = "UnreadableBodyError";
  /** 400, or 415 for a media type that is not read. */
  readonly status: 400 | 415;
  /** What is wrong, property by property. */
  readonly errors: readonly FieldError[];

  /**
   * @param message what is wrong with the body
   * @param options status, and errors of single properties
   */
  constructor(message: string, options: { readonly status?: 400 | 415; readonly errors?: readonly FieldError[] } = {}) {
    super(message);
    this.status = options.status ?? 400;
    this.errors = options.errors ?? [];
  }
}
