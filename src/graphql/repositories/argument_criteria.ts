import { and, type Criteria, everything, where } from "../../data/vocabulary.ts";
import { type AnyDescriptor, type Class, descriptionOf } from "../../kernel/mod.ts";
import type { FieldArguments } from "../wiring/mod.ts";

/**
 * Creates the criterion of one property.
 *
 * @param path the property path
 * @param value the client's value, never null; a list if the argument is a list
 * @returns `undefined` leaves the property out
 */
export type PropertyBinding = (path: string, value: unknown) => Criteria | undefined;

/** The mapping of arguments to criteria: equality by default, or membership for lists. */
export class CriteriaBindings {
  readonly #bindings = new Map<string, PropertyBinding>();

  /**
   * Sets the comparison of a property.
   *
   * @param path the property path
   * @param binding makes the criterion
   */
  bind(path: string, binding: PropertyBinding): this {
    this.#bindings.set(path, binding);
    return this;
  }

  /** Ignores properties, even if clients send values for them. */
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
 * Creates criteria from a field's arguments: nested input objects become paths, names that are not properties are
 * ignored.
 *
 * @param type the entity class
 * @param args the arguments; those for paging are not properties
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
    // Clients send null for arguments that should not filter.
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

/** Whether a coerced argument is an input object, not a list or the value of a custom scalar. */
function isInputObject(value: unknown): value is FieldArguments {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

const pagingArguments: readonly string[] = ["first", "after", "last", "before"];

/**
 * The arguments that search. Where there is one beside those that page, it is an input object and names no property,
 * its fields are taken directly.
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
