import { type AnyDescriptor, isSecret, redacted } from "../../../kernel/mod.ts";
import { absentValue, mayBeAbsent } from "./absent_value.ts";
import { ArgumentValue } from "./argument_value.ts";
import { holdsArgumentValue } from "./argument_value_of.ts";
import { type Binder, required, typeMismatch } from "./binder.ts";
import { classBinder } from "./class_binder.ts";
import { scalarBinder } from "./scalar_binder.ts";

/**
 * Creates the binder of an argument, a list element or a map value: a non-nullable type makes it required.
 *
 * @param descriptor the type that a method asks for
 */
export function placeBinder(descriptor: AnyDescriptor): Binder {
  const bind = binderFor(descriptor);
  const isRequired = !mayBeAbsent(descriptor);
  return (value, path, state) => {
    if (value !== null && value !== undefined) return bind(value, path, state);
    return isRequired ? state.reject(path, value, required) : absentValue(descriptor, value);
  };
}

/**
 * Creates the binder of a described type, for values that are neither `null` nor omitted.
 *
 * @param descriptor the type that a method asks for
 */
export function binderFor(descriptor: AnyDescriptor): Binder {
  const bind = binderOfKind(descriptor);
  return isSecret(descriptor) ? withoutValues(bind) : bind;
}

/** Removes a secret value from its binding errors. */
function withoutValues(bind: Binder): Binder {
  return (value, path, state) => {
    const before = state.errors.length;
    const bound = bind(value, path, state);
    for (let i = before; i < state.errors.length; i++) {
      state.errors[i] = { ...state.errors[i]!, rejectedValue: redacted };
    }
    return bound;
  };
}

function binderOfKind(descriptor: AnyDescriptor): Binder {
  switch (descriptor.kind) {
    case "scalar":
      return scalarBinder(descriptor.name);
    case "enum":
      return enumBinder(descriptor.values);
    case "nullable":
      return binderFor(descriptor.inner);
    case "list":
      return listBinder(placeBinder(descriptor.element));
    case "map":
      return mapBinder(descriptor.value);
    case "object":
      return classBinder(descriptor.type, binderFor);
    case "container":
      return containerBinder(descriptor);
    case "unknown":
      return (value) => value;
  }
}

/** The class is read for the first value: it may not be initialized earlier. */
function containerBinder(descriptor: AnyDescriptor & { readonly kind: "container" }): Binder {
  const inner = binderFor(descriptor.element);
  const whole = classBinder(descriptor.type, binderFor);
  return (value, path, state) =>
    holdsArgumentValue(descriptor) && !(value instanceof ArgumentValue)
      ? ArgumentValue.ofNullable(inner(value, path, state))
      : whole(value, path, state);
}

function enumBinder(values: readonly string[]): Binder {
  return (value, path, state) =>
    typeof value === "string" && values.includes(value) ? value : state.reject(path, value, typeMismatch);
}

function listBinder(element: Binder): Binder {
  return (value, path, state) => {
    // A single value becomes a list of one item, as in GraphQL's list coercion.
    const list = Array.isArray(value) ? value : [value];
    return list.map((item, index) => element(item, `${path}[${index}]`, state));
  };
}

function mapBinder(values: AnyDescriptor): Binder {
  // A raw map is passed on unchanged, including numbers in strings.
  const isRaw = values.kind === "unknown" || values.kind === "scalar" && values.name === "Json";
  const bind = placeBinder(values);
  return (value, path, state) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return state.reject(path, value, typeMismatch);
    }
    if (isRaw) return value;
    const entries = Object.entries(value).map(([key, item]) => [key, bind(item, `${path}[${key}]`, state)]);
    return Object.fromEntries(entries);
  };
}
