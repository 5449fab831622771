import { type AnyDescriptor, type Class, descriptionOf, idNamesOf } from "../../kernel/mod.ts";

/**
 * Returns whether an entity is unchanged. References are compared by id.
 *
 * @param type the entity's class
 * @param before the entity that was read
 * @param after the entity to save
 */
export function isSameState(type: Class, before: object, after: object): boolean {
  const [stored, changed] = [before as Values, after as Values];
  return [...descriptionOf(type)?.properties ?? []].every(([name, descriptor]) =>
    isSame(descriptor, stored[name], changed[name])
  );
}

type Values = Readonly<Record<string, unknown>>;

function isSame(descriptor: AnyDescriptor, a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a === null || a === undefined || b === null || b === undefined) return (a ?? null) === (b ?? null);
  switch (descriptor.kind) {
    case "nullable":
      return isSame(descriptor.inner, a, b);
    case "list":
    case "container":
      return Array.isArray(a) && Array.isArray(b) && a.length === b.length &&
        a.every((element, i) => isSame(descriptor.element, element, b[i]));
    case "map":
      return areSameMaps(descriptor.value, a as Values, b as Values);
    case "object":
      return areSameObjects(descriptor.type(), a, b);
    default:
      return areSameValues(a, b);
  }
}

function areSameMaps(element: AnyDescriptor, a: Values, b: Values): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(element, a[key], b[key]));
}

function areSameObjects(type: Class, a: unknown, b: unknown): boolean {
  const description = descriptionOf(type);
  if (description === undefined || typeof a !== "object" || typeof b !== "object") return areSameValues(a, b);
  const ids = idNamesOf(description.entity);
  if (ids.length === 0) return isSameState(type, a as object, b as object);
  return ids.every((id) => isSame(description.properties.get(id)!, (a as Values)[id], (b as Values)[id]));
}

/** Compares scalar values, and JSON without a description. */
function areSameValues(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (a instanceof Date || b instanceof Date) {
    return a instanceof Date && b instanceof Date && a.getTime() === b.getTime();
  }
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return keys.length === others.length &&
    keys.every((key) => Object.hasOwn(b, key) && areSameValues((a as Values)[key], (b as Values)[key]));
}
