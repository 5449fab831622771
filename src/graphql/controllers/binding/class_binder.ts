import { type AnyDescriptor, type Class, descriptionOf } from "../../../kernel/mod.ts";
import { absentValue, mayBeAbsent } from "./absent_value.ts";
import { isArgumentValue } from "./argument_value_of.ts";
import { type Binder, type BindingState, required, typeMismatch } from "./binder.ts";
import { type ConstructorShape, constructorShape, orderError } from "./constructor_parameters.ts";

interface Property {
  readonly name: string;
  readonly bind: Binder;
  readonly descriptor: AnyDescriptor;
  /** The target of a value: a constructor parameter, possibly one with a default, or a property of the instance. */
  readonly place: "parameter" | "preset parameter" | "property";
}

type Constructor = new (...args: unknown[]) => object;

/** How a class is bound. */
export interface ClassBindingPlan {
  readonly type: Constructor;
  readonly shape: ConstructorShape;
  readonly properties: ReadonlyMap<string, Property>;
}

/**
 * Binds a map to an instance of a described class.
 *
 * The properties are passed in the order in which they are described; those that are not constructor parameters are set
 * afterwards. Unknown keys are ignored; for absent keys the property keeps its initial value.
 *
 * @param thunk returns the class
 * @param binderFor creates the binders of its properties
 */
export function classBinder(thunk: () => Class, binderFor: (descriptor: AnyDescriptor) => Binder): Binder {
  let plan: ClassBindingPlan | undefined;
  // Descriptions of classes may be cyclic, so the properties are read for the first value.
  return (value, path, state) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return state.reject(path, value, typeMismatch);
    }
    if (value instanceof thunk()) return value;
    return construct(plan ??= planFor(thunk(), binderFor), {
      ...named(value as Record<string, unknown>, state),
      path,
      state,
    });
  };
}

/**
 * Checks at start-up that a class can be bound.
 *
 * @param type the class
 * @param binderFor makes the binders of its properties
 * @throws TypeError when it is not described, or its constructor contradicts the description
 */
export function planFor(type: Class, binderFor: (descriptor: AnyDescriptor) => Binder): ClassBindingPlan {
  const description = descriptionOf(type);
  if (!description) {
    throw new TypeError(`Cannot bind an argument to class "${type.name}" as it must be described: call describeType`);
  }
  const shape = constructorShape(type);
  const properties = new Map<string, Property>();
  for (const [name, descriptor] of description.properties) {
    properties.set(name, { name, bind: binderFor(descriptor), descriptor, place: placeOf(name, shape) });
  }
  // `new` throws for an abstract class.
  return { type: type as Constructor, shape, properties };
}

function placeOf(name: string, shape: ConstructorShape): Property["place"] {
  if (shape.kind !== "named" || !shape.names.includes(name)) return "property";
  return shape.defaulted.has(name) ? "preset parameter" : "parameter";
}

interface Input {
  /** The values by property name. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The names in the schema, by property name; absent if they are equal. */
  readonly names?: ReadonlyMap<string, string>;
  readonly path: string;
  readonly state: BindingState;
}

function named(
  given: Readonly<Record<string, unknown>>,
  { propertyNameOf }: BindingState,
): Pick<Input, "values" | "names"> {
  if (propertyNameOf === undefined) return { values: given };
  const entries = Object.keys(given).map((name) => [propertyNameOf(name), name] as const);
  return {
    values: Object.fromEntries(entries.map(([property, name]) => [property, given[name]])),
    names: new Map(entries),
  };
}

function construct(plan: ClassBindingPlan, input: Input): unknown {
  const before = input.state.errors.length;
  const bound = bindProperties(plan, input);
  if (input.state.errors.length > before) return undefined;
  const { shape, type: Type } = plan;
  if (shape.kind === "function") return shape.construct(Object.fromEntries(bound));
  if (shape.kind === "object") return new Type(Object.fromEntries(bound));
  if (shape.kind === "empty") return setProperties(new Type(), [...bound], input);
  const args = shape.names.map((name) => name === undefined ? undefined : bound.get(name));
  const instance = new Type(...args);
  if (shape.isUnchecked) requireOrder(plan.type, instance, { names: shape.names, args });
  return setProperties(instance, [...bound].filter(([name]) => !shape.names.includes(name)), input);
}

/** If two properties have each other's values, they were described in the wrong order. */
function requireOrder(
  type: Constructor,
  instance: object,
  { names, args }: { readonly names: readonly (string | undefined)[]; readonly args: readonly unknown[] },
): void {
  const shown = names.map((name) => name === undefined ? undefined : (instance as Record<string, unknown>)[name]);
  for (let i = 0; i < args.length; i++) {
    if (args[i] === undefined || Object.is(shown[i], args[i])) continue;
    const other = args.findIndex((value, j) => value !== undefined && j !== i && Object.is(value, shown[i]));
    if (other >= 0 && Object.is(shown[other], args[i])) throw orderError(type, names[i]!, names[other]!);
  }
}

function bindProperties({ properties, shape }: ClassBindingPlan, input: Input): Map<string, unknown> {
  const bound = new Map<string, unknown>();
  // Constructor parameters first, so that errors are in the order of the parameters.
  const names = shape.kind === "named" ? new Set([...shape.names, ...properties.keys()]) : properties.keys();
  for (const name of names) {
    if (name === undefined) continue;
    const property = properties.get(name)!;
    const value = Object.hasOwn(input.values, name) ? input.values[name] : undefined;
    if (value === null || value === undefined) bindAbsent(property, value, { ...input, bound });
    else bound.set(name, property.bind(value, `${input.path}.${input.names?.get(name) ?? name}`, input.state));
  }
  return bound;
}

/** A property with an initial value keeps it, unless it is nullable and the client sent `null`. */
function bindAbsent(
  { name, descriptor, place }: Property,
  value: null | undefined,
  { path, state, bound }: Input & { readonly bound: Map<string, unknown> },
): void {
  if (value === undefined && place !== "parameter" && !isArgumentValue(descriptor)) return;
  if (place === "property" || mayBeAbsent(descriptor)) bound.set(name, absentValue(descriptor, value));
  else if (place === "parameter") state.reject(`${path}.${name}`, value, required);
}

function setProperties(
  instance: object,
  entries: readonly (readonly [string, unknown])[],
  { path, state }: Input,
): object {
  for (const [name, value] of entries) {
    // For an absent key the property keeps its initial value.
    if ((value === null || value === undefined) && (instance as Record<string, unknown>)[name] !== undefined) continue;
    try {
      (instance as Record<string, unknown>)[name] = value;
    } catch {
      state.reject(`${path}.${name}`, value, {
        code: "invalidPropertyValue",
        message: "Failed to set property value",
      });
    }
  }
  return instance;
}
