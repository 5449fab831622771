import { type AnyDescriptor, type Class, descriptionOf } from "../../../kernel/mod.ts";
import { absentValue, mayBeAbsent } from "./absent_value.ts";
import { isArgumentValue } from "./argument_value_of.ts";
import { type Binder, type BindingState, required, typeMismatch } from "./binder.ts";
import { type ConstructorShape, constructorShape, orderError } from "./constructor_parameters.ts";

interface Property {
  readonly name: string;
  readonly bind: Binder;
  readonly descriptor: AnyDescriptor;
  /** Where the value goes: to the constructor, perhaps in place of its own, or into the instance that it made. */
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
 * The properties are passed in the order in which they are described; what the constructor does not take is set as a
 * property afterwards. Unknown keys are ignored, absent ones leave the property as the constructor made it.
 *
 * @param thunk names the class
 * @param binderFor makes the binders of its properties
 */
export function classBinder(thunk: () => Class, binderFor: (descriptor: AnyDescriptor) => Binder): Binder {
  let plan: ClassBindingPlan | undefined;
  // Classes may describe each other in a circle, so the properties are looked at when the first value comes.
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
  // An abstract class is refused by `new` itself.
  return { type: type as Constructor, shape, properties };
}

function placeOf(name: string, shape: ConstructorShape): Property["place"] {
  if (shape.kind !== "named" || !shape.names.includes(name)) return "property";
  return shape.defaulted.has(name) ? "preset parameter" : "parameter";
}

interface Input {
  /** By the names of properties. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The names that clients know, by those of properties; absent where they are the same. */
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

/** Two properties that show each other's values were described in the wrong order. */
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
  // The constructor's order first, so that objections come in the order in which a reader expects them.
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

/** What has a value of its own keeps it, unless the client gave the `null` that it may be. */
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
    // What is not there leaves the property as the constructor made it.
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
