import type { PropertyNameOf } from "./argument_name_resolver.ts";
import type { FieldError } from "./binding_error.ts";

/** One binding in progress. */
export class BindingState {
  readonly errors: FieldError[] = [];
  /** Maps names of the schema to those of properties; absent where they are the same. */
  readonly propertyNameOf: PropertyNameOf | undefined;

  /** @param propertyNameOf maps names of the schema to those of properties */
  constructor(propertyNameOf?: PropertyNameOf) {
    this.propertyNameOf = propertyNameOf;
  }

  /** Notes that a value can't be used. */
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
 * Turns what the engine coerced into what a method asks for.
 *
 * @param value maps, lists and scalars
 * @param path where the value stands: `$.item.age`
 * @param state collects objections
 */
export type Binder = (value: unknown, path: string, state: BindingState) => unknown;

/** The objection to a value of another type. */
export const typeMismatch = { code: "typeMismatch", message: "Failed to convert argument value" } as const;

/** The objection to a value that is not there. */
export const required = { code: "required", message: "A value is required" } as const;
