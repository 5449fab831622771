import {
  type AnyDescriptor,
  type Class,
  descriptionOf,
  type ReferenceOptions,
  type TypeDescription,
} from "../../kernel/mod.ts";
import { optionOf } from "../entity/option_of.ts";

/** A position in a JSON value that refers to an entity. Only the entity's id is stored. */
export interface JsonReference {
  /** The object or list that holds it. */
  readonly owner: Record<string, unknown>;
  /** The property name or the index in the owner. */
  readonly name: string;
  /** The described properties on the way from the value to this position. */
  readonly path: readonly string[];
  readonly target: Class;
  /** Removes the reference if possible. JSON has no foreign keys, so it may be dangling. */
  readonly remove: () => void;
}

/**
 * Returns the entity classes that values refer to.
 *
 * @param descriptor describes the values
 * @param seen the classes that were visited
 */
export function classesReferredFrom(descriptor: AnyDescriptor, seen: Set<Class> = new Set()): Class[] {
  const inner = innerOf(descriptor);
  if (inner !== undefined) return classesReferredFrom(inner, seen);
  const type = descriptor.kind === "object" ? descriptor.type() : undefined;
  if (type === undefined || seen.has(type)) return [];
  seen.add(type);
  const description = descriptionOf(type);
  if (description?.entity.id !== undefined) return [type];
  return [...description?.properties.values() ?? []].flatMap((property) => classesReferredFrom(property, seen));
}

/**
 * Finds the references to entities within a value. References with `fetch: "reference"` are left out.
 *
 * @param descriptor describes the value
 * @param value the value, as instances of its classes
 * @param path the described properties on the way to the value
 */
export function referencesIn(
  descriptor: AnyDescriptor,
  value: unknown,
  path: readonly string[] = [],
): JsonReference[] {
  if (typeof value !== "object" || value === null) return [];
  switch (descriptor.kind) {
    case "nullable":
      return referencesIn(descriptor.inner, value, path);
    case "list":
    case "map":
      return Object.keys(value).flatMap((name) =>
        memberReferences(innerOf(descriptor)!, { holder: value, name, path, isProperty: false })
      );
    case "object": {
      const description = descriptionOf(descriptor.type());
      const read = [...description?.properties ?? []].filter(([name]) => isRead(description!, name));
      return read.flatMap(([name, property]) =>
        memberReferences(property, { holder: value, name, path: [...path, name], isProperty: true })
      );
    }
    default:
      return [];
  }
}

function isRead({ entity: { references } }: TypeDescription, name: string): boolean {
  // The keys of the options are names of properties.
  const options = optionOf(references as Readonly<Record<string, ReferenceOptions>> | undefined, name);
  return options?.fetch !== "reference";
}

/** A member of an object, a list or a dictionary. */
interface Member {
  readonly holder: object;
  /** The property name or the index in the owner. */
  readonly name: string;
  /** The described properties that lead there. */
  readonly path: readonly string[];
  /** Whether it is a property of a described class. */
  readonly isProperty: boolean;
}

function memberReferences(descriptor: AnyDescriptor, { holder, name, path, isProperty }: Member): JsonReference[] {
  // Described properties are read by name.
  const owner = holder as Record<string, unknown>;
  const held = descriptor.kind === "nullable" ? descriptor.inner : descriptor;
  const target = held.kind === "object" ? held.type() : undefined;
  if (target === undefined || descriptionOf(target)?.entity.id === undefined) {
    return referencesIn(held, owner[name], path);
  }
  if (owner[name] === null || owner[name] === undefined) return [];
  const remove = () => {
    if (descriptor.kind === "nullable") owner[name] = descriptor.optional ? undefined : null;
    else if (Array.isArray(owner)) owner.splice(Number(name), 1);
    // A property that is not nullable keeps the instance with the id.
    else if (!isProperty) delete owner[name];
  };
  return [{ owner, name, path, target, remove }];
}

function innerOf(descriptor: AnyDescriptor): AnyDescriptor | undefined {
  if (descriptor.kind === "nullable") return descriptor.inner;
  if (descriptor.kind === "list" || descriptor.kind === "container") return descriptor.element;
  return descriptor.kind === "map" ? descriptor.value : undefined;
}
