import { isJsonObject } from "./json_object.ts";

/**
 * Compares two JSON values by RFC 6902, section 4.6: the keys of objects have no order. The time is
 * linear in the size of the smaller value.
 *
 * @param actual a JSON value
 * @param expected a JSON value
 */
export function equalJson(actual: unknown, expected: unknown): boolean {
  if (actual === expected) return true;
  if (Array.isArray(actual) && Array.isArray(expected)) {
    return actual.length === expected.length && expected.every((element, i) => equalJson(actual[i], element));
  }
  if (!isJsonObject(actual) || !isJsonObject(expected)) return false;
  const keys = Object.keys(expected);
  return keys.every((key) => Object.hasOwn(actual, key) && equalJson(actual[key], expected[key])) &&
    Object.keys(actual).length === keys.length;
}
