/**
 * A replacer for `JSON.stringify` that writes values that JSON would reject or lose: big integers and bytes as strings,
 * maps as objects, sets as lists.
 *
 * @param _ the key
 * @param value the value
 */
export function asJson(_: string, value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Uint8Array) return value.toBase64();
  if (value instanceof Map) return Object.fromEntries(value);
  return value instanceof Set ? [...value] : value;
}
