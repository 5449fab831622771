import { and, type Criteria, everything, where } from "../../data/vocabulary.ts";
import { type AnyDescriptor, type Class, descriptionOf } from "../../kernel/mod.ts";
import type { FieldArguments } from "../wiring/mod.ts";

/**
 * Makes the criterion of one property.
 *
 * @param path the property path
 * @param value what the client sent, never null; a list where the argument is one
 * @returns `undefined` leaves the property out
 */
export type PropertyBinding = (path: string, value: unknown) => Criteria | undefined;

/** How arguments become criteria: equality, or membership for lists, unless something else is said. */
export class CriteriaBindings {
  readonly #bindings = new Map<string, PropertyBinding>();

  /**
   * Says how a property is compared.
   *
   * @param path the property path
   * @param binding makes the criterion
   */
  bind(path: string, binding: PropertyBinding): this {
    this.#bindings.set(path, binding);
    return this;
  }

  /** Leaves properties out, whatever clients send. */
  excluding(...paths: readonly string[]): this {
    for (const path of paths) this.bind(path, () => undefined);
    return this;
  }

  /** The criterion of a property. */
  criterionOf(path: string, value: unknown): Criteria | undefined {
    const binding = this.#bindings.get(path);
    if (binding !== undefined) return binding(path, value);
    return Array.isArray(value) ? where(path).in(value) : where(path).is(value);
  }
}

/**
 * Makes criteria of a field's arguments: nested input objects become paths, names that are no properties are ignored.
 *
 * @param type the entity class
 * @param args the arguments; the paging ones are no properties
 * @param bindings how properties are compared
 */
export function argumentCriteria(type: Class, args: FieldArguments, bindings: CriteriaBindings): Criteria {
  const found = criteriaIn({ type, path: "", bindings }, args);
  return found.length === 0 ? everything : and(...found);
}

interface Place {
  readonly type: Class;
  readonly path: string;
  readonly bindings: CriteriaBindings;
}

function criteriaIn(place: Place, values: FieldArguments): Criteria[] {
  const properties = descriptionOf(place.type)?.properties;
  return Object.entries(values).flatMap(([name, value]) => {
    const descriptor = properties?.get(name);
    // Clients send null for what they have no wish about.
    if (descriptor === undefined || value === undefined || value === null) return [];
    const path = place.path === "" ? name : `${place.path}.${name}`;
    const inner = classIn(descriptor);
    if (inner !== undefined && isInputObject(value)) return criteriaIn({ ...place, type: inner, path }, value);
    return place.bindings.criterionOf(path, value) ?? [];
  });
}

function classIn(descriptor: AnyDescriptor): Class | undefined {
  if (descriptor.kind === "nullable") return classIn(descriptor.inner);
  if (descriptor.kind === "list") return classIn(descriptor.element);
  return descriptor.kind === "object" ? descriptor.type() : undefined;
}

/** Whether a coerced argument is an input object, rather than a list or what a custom scalar made. */
function isInputObject(value: unknown): value is FieldArguments {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

const pagingArguments: readonly string[] = ["first", "after", "last", "before"];

/**
 * The arguments that search. Where there is one beside those that page, it is an input object and names no property, its
 * fields are taken directly.
 *
 * @param type the entity class
 * @param args all arguments
 */
export function searchArguments(type: Class, args: FieldArguments): FieldArguments {
  const properties = descriptionOf(type)?.properties;
  const searching = Object.entries(args).filter(([name]) => properties?.has(name) || !pagingArguments.includes(name));
  const [name, value] = searching.length === 1 ? searching[0]! : [];
  if (name !== undefined && !properties?.has(name) && isInputObject(value)) return value;
  return Object.fromEntries(searching);
}
