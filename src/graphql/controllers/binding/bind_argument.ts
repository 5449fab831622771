import {
  type AnyDescriptor,
  isStandardSchema,
  type MaybePromise,
  requireDescriptor,
  type StandardSchema,
  type StandardSchemaIssue,
} from "../../../kernel/mod.ts";
import type { PropertyNameOf } from "./argument_name_resolver.ts";
import { BindingState } from "./binder.ts";
import { placeBinder } from "./binder_for.ts";
import { ArgumentBindingError, type FieldError } from "./binding_error.ts";

/** Converts a coerced value to the type of a method parameter; throws {@linkcode ArgumentBindingError}. */
export type ArgumentBinding = (value: unknown, propertyNameOf?: PropertyNameOf) => MaybePromise<unknown>;

/**
 * Creates the binding of an argument.
 *
 * @param type a descriptor, or any Standard Schema, which also validates
 * @param objectName names the argument in errors
 * @throws TypeError when the type is neither
 */
export function bindingOf(type: AnyDescriptor | StandardSchema, objectName: string): ArgumentBinding {
  if (isStandardSchema(type)) return (value) => validate(type, value, objectName);
  requireDescriptor(`Cannot describe argument "${objectName}"`, type);
  const bind = placeBinder(type);
  return (value, propertyNameOf) => {
    const state = new BindingState(propertyNameOf);
    const bound = bind(value, "$", state);
    if (state.errors.length > 0) throw new ArgumentBindingError(objectName, state.errors);
    return bound;
  };
}

function validate(schema: StandardSchema, value: unknown, objectName: string): MaybePromise<unknown> {
  const outcome = schema["~standard"].validate(value);
  const take = (result: Awaited<typeof outcome>) => {
    if (result.issues) {
      throw new ArgumentBindingError(
        objectName,
        result.issues.map((issue) => objection(issue, value)),
      );
    }
    return result.value;
  };
  return outcome instanceof Promise ? outcome.then(take) : take(outcome);
}

function objection(issue: StandardSchemaIssue, root: unknown): FieldError {
  let field = "$";
  let rejectedValue = root;
  for (const part of issue.path ?? []) {
    const key = typeof part === "object" ? part.key : part;
    field += typeof key === "number" ? `[${key}]` : `.${String(key)}`;
    rejectedValue = (rejectedValue as Record<PropertyKey, unknown> | null | undefined)?.[key];
  }
  return { field, code: "invalid", message: issue.message, rejectedValue };
}
