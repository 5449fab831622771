import type { PropertyNameOf } from "./argument_name_resolver.ts";
import type { FieldError } from "./binding_error.ts";

/** One binding in progress. */
export class BindingState {
  readonly errors: FieldError[] = [];
  /** Maps names of the schema to property names; absent if they are equal. */
  readonly propertyNameOf: PropertyNameOf | undefined;

  /** @param propertyNameOf maps names of the schema to property names */
  constructor(propertyNameOf?: PropertyNameOf) {
    this.propertyNameOf = propertyNameOf;
  }

  /** Records that a value is invalid. */
  reject(
    field: string,
    rejectedValue: unknown,
    reason: { readonly code: string; readonly message: string },
  ): undefined {
    this.errors.push({ field, rejectedValue, ...reason });
    return undefined;
  }
}

/**
 * Converts a value that the engine coerced to the type of a method parameter.
 *
 * @param value maps, lists and scalars
 * @param path the path of the value: `$.item.age`
 * @param state collects binding errors
 */
export type Binder = (value: unknown, path: string, state: BindingState) => unknown;

/** The error for a value of another type. */
export const typeMismatch = { code: "typeMismatch", message: "Failed to convert argument value" } as const;

/** The error for a missing value. */
export const required = { code: "required", message: "A value is required" } as const;
