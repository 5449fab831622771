/**
 * Makes any value writable as JSON: big integers become numbers where they fit and texts where they don't.
 *
 * @param value what a projection or a query method returned
 */
export function plainJson(value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (value instanceof Uint8Array) return value.toBase64();
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, held]) => [key, plainJson(held)]));
  if (Array.isArray(value) || value instanceof Set) return [...value].map(plainJson);
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, plainJson(held)]));
}
