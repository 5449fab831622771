import { isTemporal } from "../../kernel/mod.ts";

/**
 * What an id is looked up by in maps and sets: equal ids give equal keys, objects or not.
 *
 * @param id the id of an entity; of several properties an object or a list of their values, in their sequence
 */
export function idKey(id: unknown): unknown {
  if (typeof id !== "object" || id === null) return id;
  if (isTemporal(id)) return String(id);
  if (id instanceof Date) return id.getTime();
  if (id instanceof Uint8Array) return id.join();
  return JSON.stringify(Object.values(id).map(partKey));
}

/** Values of different types differ. */
function partKey(part: unknown): string {
  const key = idKey(part);
  return `${typeof key} ${key}`;
}
