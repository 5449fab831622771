import { isTemporal } from "../../kernel/mod.ts";

/**
 * Returns the key of an id for maps and sets: equal ids have equal keys, also if they are objects.
 *
 * @param id the id of an entity; a composite id as an object, or as a list of its values in their order
 */
export function idKey(id: unknown): unknown {
  if (typeof id !== "object" || id === null) return id;
  if (isTemporal(id)) return String(id);
  if (id instanceof Date) return id.getTime();
  if (id instanceof Uint8Array) return id.join();
  return JSON.stringify(Object.values(id).map(partKey));
}

/** Includes the type, so that values of different types differ. */
function partKey(part: unknown): string {
  const key = idKey(part);
  return `${typeof key} ${key}`;
}
