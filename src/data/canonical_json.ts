/**
 * The text of a JSON value in which equal values are equal: the sequence of an object's keys means nothing.
 *
 * @param value the value; what JSON can't hold is left out, as `JSON.stringify` does
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner) => isObject(inner) ? sorted(inner) : inner);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sorted(object: object): object {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => a < b ? -1 : 1));
}
