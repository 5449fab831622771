import { shortened } from "../../kernel/mod.ts";
import type { FieldError } from "./field_error.ts";
import { shownErrors } from "./shown_errors.ts";

/** Thrown when a value is invalid; clients get 422 with the errors. Listeners may throw it too. */
export class RepositoryConstraintViolationError extends Error {
  /** The name of the class, also in minified code. */
  override readonly name = "RepositoryConstraintViolationError";
  /** The errors by property. */
  readonly errors: readonly FieldError[];

  /**
   * Creates the error.
   *
   * @param errors the errors; the message names the first ten
   */
  constructor(errors: readonly FieldError[]) {
    super(messageOf(errors));
    this.errors = errors;
  }
}

/** Maximum number of errors in one message. */
const maxInMessage = 10;

function messageOf(errors: readonly FieldError[]): string {
  const named = shownErrors(errors.slice(0, maxInMessage)).map(({ entity, property, message, invalidValue }) =>
    `Cannot save "${entity}" as property "${property}" ${message}: current value is ${shown(invalidValue)}`
  );
  const others = errors.length - named.length;
  return [...named, ...(others === 0 ? [] : [`${others} more`])].join("; ");
}

function shown(value: unknown): string {
  return shortened(JSON.stringify(value) ?? "absent");
}
