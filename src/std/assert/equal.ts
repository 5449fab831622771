/**
 * Compares two values by structure. Prototypes matter, except that a null prototype equals a plain object's.
 *
 * @param a one value
 * @param b the other
 */
export function equal(a: unknown, b: unknown): boolean {
  return compare(a, b, new Map());
}

function compare(a: unknown, b: unknown, seen: Map<unknown, unknown>): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (seen.get(a) === b) return true;
  if (constructorOf(a) !== constructorOf(b)) return false;
  if (a instanceof Date) return Object.is(a.getTime(), (b as Date).getTime());
  if (a instanceof RegExp || a instanceof URL) return String(a) === String(b);
  if (a instanceof Error && a.message !== (b as Error).message) return false;
  seen.set(a, b);
  if (a instanceof Set) return sameMembers([...a], [...b as Set<unknown>], seen);
  if (a instanceof Map) return sameMembers([...a], [...b as Map<unknown, unknown>], seen);
  return sameProperties(a, b, seen);
}

function constructorOf(value: object): unknown {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null ? Object : prototype.constructor;
}

function sameMembers(a: unknown[], b: unknown[], seen: Map<unknown, unknown>): boolean {
  if (a.length !== b.length) return false;
  const rest = [...b];
  return a.every((member) => {
    const at = rest.findIndex((other) => compare(member, other, seen));
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

function sameProperties(a: object, b: object, seen: Map<unknown, unknown>): boolean {
  if (Array.isArray(a) && a.length !== (b as unknown[]).length) return false;
  const keys = ownKeys(a);
  if (keys.length !== ownKeys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && compare(Reflect.get(a, key), Reflect.get(b, key), seen));
}

function ownKeys(value: object): (string | symbol)[] {
  return Reflect.ownKeys(value).filter((key) => Object.prototype.propertyIsEnumerable.call(value, key));
}
