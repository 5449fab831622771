import { isJsonObject } from "./json_object.ts";

/**
 * Applies a JSON Merge Patch (RFC 7396): members are replaced, `null` removes, objects are merged, lists are replaced
 * whole.
 *
 * @param target the document; it is not changed
 * @param patch the patch
 * @returns the patched document
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const members = new Map(isJsonObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name);
    else members.set(name, mergePatch(members.get(name), value));
  }
  // Define members instead of assigning them, as "__proto__" is a valid name in JSON.
  return Object.fromEntries(members);
}
