import { isTemporal } from "../../kernel/mod.ts";

/**
 * What an id is looked up by in maps and sets: equal ids give equal keys, objects or not.
 *
 * @param id the id of an entity
 */
export function idKey(id: unknown): unknown {
  if (isTemporal(id)) return String(id);
  return id instanceof Date ? id.getTime() : id instanceof Uint8Array ? id.join() : id;
}
