import { plainJson } from "../hal/plain_json.ts";
import type { FieldError } from "./field_error.ts";

/** Thrown when a value must not be saved; clients get 422 with the errors. Listeners may throw it too. */
export class RepositoryConstraintViolationError extends Error {
  override readonly name = "RepositoryConstraintViolationError";
  /** What is wrong, property by property. */
  readonly errors: readonly FieldError[];

  /** @param errors what is wrong */
  constructor(errors: readonly FieldError[]) {
    super(
      errors.map(({ entity, property, message, invalidValue }) =>
        `Cannot save "${entity}" as property "${property}" ${message}: current value is ${shown(invalidValue)}`
      ).join("; "),
    );
    this.errors = errors;
  }
}

function shown(value: unknown): string {
  return JSON.stringify(plainJson(value))?.slice(0, 200) ?? "absent";
}
