import { type AnyDescriptor, type Class, describeValue, descriptionOf } from "../../../kernel/mod.ts";
import { isSameSample, sampleOf } from "./sample_value.ts";

/** How a class is constructed. */
export type ConstructorShape =
  | {
    readonly kind: "named";
    /** The described property of each parameter; `undefined` for a parameter without a description. */
    readonly names: readonly (string | undefined)[];
    /** Parameters that have a default value. */
    readonly defaulted: ReadonlySet<string>;
    /** Whether the order could not be checked, because the constructor throws for sample values. */
    readonly isUnchecked: boolean;
  }
  | { readonly kind: "object" }
  | { readonly kind: "empty" }
  | { readonly kind: "function"; readonly construct: (values: Readonly<Record<string, unknown>>) => unknown };

type Constructor = new (...args: unknown[]) => object;
type Properties = ReadonlyMap<string, AnyDescriptor>;

/** Caches the analysis of each class, which never changes. */
const shapes = new WeakMap<Class, ConstructorShape>();

/**
 * Determines how a described class is constructed. Parameter names don't exist at run time, so the parameters are
 * assumed to have the order in which the properties are described. The class is constructed with sample values to check
 * this: each property of the instance identifies the parameter that was assigned to it.
 *
 * @param type a described class
 * @throws TypeError when the constructor contradicts the description
 */
export function constructorShape(type: Class): ConstructorShape {
  let shape = shapes.get(type);
  if (shape === undefined) shapes.set(type, shape = findShape(type as Constructor));
  return shape;
}

function findShape(type: Constructor): ConstructorShape {
  const description = descriptionOf(type)!; // the caller has checked that the class is described
  const construct = description.type === type ? description.entity.construct : undefined;
  if (construct !== undefined) return { kind: "function", construct: construct as (values: object) => unknown };
  const { properties } = description;
  if (takesOneObject(type, properties)) return { kind: "object" };
  if (type.length > properties.size) {
    throw new TypeError(
      `Cannot bind an argument to class "${type.name}" as every constructor parameter must be a described property: ` +
        `the constructor takes ${type.length}, described are ${properties.size} ` +
        `(describe the others, or add option "construct" to describeType)`,
    );
  }
  return new ConstructorProbe(type, properties).shape();
}

/** Whether the constructor's only parameter is an object from which it reads properties. */
function takesOneObject(type: Constructor, properties: Properties): boolean {
  if (type.length > 1) return false;
  const names = [...properties.keys()];
  const positional = names.map(() => ({}));
  const byPosition = tryConstruct(type, positional);
  if (byPosition !== undefined && names.some((name) => positional.includes(read(byPosition, name) as object))) {
    return false;
  }
  const markers = new Map<string, object>(names.map((name) => [name, {}]));
  const samples = new Map([...properties].map(([name, descriptor]) => [name, sampleOf(descriptor, name)]));
  for (const values of [markers, samples]) {
    const byName = tryConstruct(type, [Object.fromEntries(values)]);
    const taken = names.filter((name) => byName !== undefined && isSameSample(read(byName, name), values.get(name)));
    // A sample may equal the default of a property, so each property has to have its own sample value.
    if (taken.length > 0 && (values === markers || taken.length === names.length)) return true;
  }
  return false;
}

/** Constructs a class with sample values, and detects which of its properties have them. */
class ConstructorProbe {
  readonly #type: Constructor;
  readonly #properties: Properties;
  /** The property of each parameter position; properties that are not parameters come last. */
  #order: string[];
  /** Positions whose property is certain. */
  readonly #certain = new Set<number>();
  #isUnchecked = false;

  constructor(type: Constructor, properties: Properties) {
    this.#type = type;
    this.#properties = properties;
    this.#order = [...properties.keys()];
  }

  shape(): ConstructorShape {
    this.#findByIdentity();
    const isParameter = this.#order.map((_, at) => this.#certain.has(at) || this.#isTaken(at));
    const count = isParameter.lastIndexOf(true) + 1;
    if (count === 0) return { kind: "empty" };
    const names = this.#order.slice(0, count).map((name, at) => isParameter[at] ? name : undefined);
    const defaulted = names.filter((name, at) => name !== undefined && this.#isDefaulted(name, at));
    return { kind: "named", names, defaulted: new Set(defaulted as string[]), isUnchecked: this.#isUnchecked };
  }

  /** A constructor that stores its parameters unchanged reveals the property of each, in any order. */
  #findByIdentity(): void {
    const markers = this.#order.map(() => ({}));
    const instance = tryConstruct(this.#type, markers);
    if (instance === undefined) return;
    const found = new Map<number, string>();
    for (const name of this.#order) {
      const at = markers.indexOf(read(instance, name) as object);
      if (at >= 0 && !found.has(at)) found.set(at, name);
    }
    for (let at = 0; at < this.#type.length; at++) if (!found.has(at)) return;
    const placed = new Set(found.values());
    const others = this.#order.filter((name) => !placed.has(name));
    this.#order = this.#order.map((_, at) => found.get(at) ?? others.shift()!);
    for (const at of found.keys()) this.#certain.add(at);
  }

  /** Whether the parameter at a position is the property that is described there. */
  #isTaken(at: number): boolean {
    const samples = this.#samples();
    const instance = tryConstruct(this.#type, samples);
    if (at < this.#type.length) {
      if (instance === undefined) this.#isUnchecked = true;
      else this.#refuseOtherOrder(instance, samples, at);
      return true;
    }
    const other = [...samples];
    other[at] = this.#otherSample(at, samples[at]);
    const [again, changed] = [tryConstruct(this.#type, samples), tryConstruct(this.#type, other)];
    if (instance === undefined || again === undefined || changed === undefined) throw this.#undecidable(at);
    const [first, second, third] = [instance, again, changed].map((made) => read(made, this.#order[at]!));
    return isSameSample(first, second) && !isSameSample(first, third);
  }

  #refuseOtherOrder(instance: object, samples: readonly unknown[], at: number): void {
    const name = this.#order[at]!;
    const value = read(instance, name);
    if (isSameSample(value, samples[at])) return;
    const other = samples.findIndex((sample, i) => i !== at && isDistinct(sample) && isSameSample(value, sample));
    if (other >= 0) throw orderError(this.#type, name, this.#order[other]!);
  }

  #isDefaulted(name: string, at: number): boolean {
    if (at < this.#type.length) return false;
    const isMarked = this.#certain.size === this.#order.length;
    const values = isMarked ? this.#order.map((): unknown => ({})) : this.#samples();
    values[at] = undefined;
    const instance = tryConstruct(this.#type, values);
    return instance !== undefined && read(instance, name) !== undefined;
  }

  #samples(): unknown[] {
    return this.#order.map((_, at) => this.#sample(at, at));
  }

  #sample(at: number, number: number): unknown {
    const name = this.#order[at]!;
    return sampleOf(this.#properties.get(name)!, name, { number });
  }

  /** Another value of the same type: two are enough to tell booleans and enum values apart. */
  #otherSample(at: number, sample: unknown): unknown {
    const next = this.#sample(at, at + 1);
    return isSameSample(next, sample) ? this.#sample(at, at + 2) : next;
  }

  #undecidable(at: number): TypeError {
    return new TypeError(
      `Cannot find out whether the constructor of class "${this.#type.name}" takes property "${this.#order[at]}" ` +
        `as it throws for sample values: add option "construct" to describeType, ` +
        `{ construct: (values) => new ${this.#type.name}(…) }`,
    );
  }
}

/**
 * Creates the error for a constructor whose parameters have another order than described.
 *
 * @param type the class
 * @param name the property that has another property's value
 * @param other the property that the value was meant for
 */
export function orderError(type: Class, name: string, other: string): TypeError {
  return new TypeError(
    `Cannot bind an argument to class "${type.name}" as its properties must be described in the order of its ` +
      `constructor's parameters: property ${describeValue(name)} takes the parameter described as "${other}"`,
  );
}

/** Equal booleans and enum values may be a coincidence. */
function isDistinct(sample: unknown): boolean {
  return typeof sample !== "boolean" && sample !== null && sample !== undefined;
}

function tryConstruct(type: Constructor, args: readonly unknown[]): object | undefined {
  try {
    return new type(...args);
  } catch {
    // Sample values are arbitrary, so that a constructor may throw for them.
    return undefined;
  }
}

function read(instance: object, name: string): unknown {
  try {
    return (instance as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}
