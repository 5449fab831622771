import { isTemporal } from "../../kernel/mod.ts";
import { bigIntJson } from "./scalar_writers.ts";

/**
 * Makes any value writable as JSON: big integers become numbers where they fit and texts where they don't, bytes Base64,
 * maps objects, and sets lists.
 *
 * @param value the result of a projection or a query method
 * @param known writes objects with a special form; returns `undefined` for all others
 */
export function plainJson(value: unknown, known: (value: object) => unknown = () => undefined): unknown {
  if (typeof value === "bigint") return bigIntJson(value);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (value instanceof Uint8Array) return value.toBase64();
  if (isTemporal(value)) return String(value);
  const own = known(value);
  if (own !== undefined) return own;
  const plain = (held: unknown) => plainJson(held, known);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, held]) => [key, plain(held)]));
  if (Array.isArray(value) || value instanceof Set) return [...value].map(plain);
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, plain(held)]));
}
