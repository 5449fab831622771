import { isTemporal } from "../kernel/mod.ts";
import type { Keys } from "./scroll_position.ts";

/**
 * Writes the keys of a row as JSON. Strings (UUIDs among them), finite numbers, booleans and null stand for themselves;
 * other values carry a tag: `{"$date":"2024-02-29T12:00:00.000Z"}`, `{"$bigint":"9007199254740993"}`,
 * `{"$bytes":"AQID"}`.
 *
 * @param keys values by property path
 * @throws TypeError when a value is none of a column
 */
export function writeKeys(keys: Keys): string {
  if (Object.values(keys).every(isWrittenAsItIs)) return JSON.stringify(keys);
  return JSON.stringify(Object.fromEntries(Object.entries(keys).map(([path, value]) => [path, tagged(value)])));
}

/**
 * Parses the result of {@linkcode writeKeys}. No text creates instances of classes.
 *
 * @param text the written text, possibly changed by a client
 * @throws Error when it can't be read
 */
export function readKeys(text: string): Keys {
  const parsed: unknown = JSON.parse(text);
  if (!isObject(parsed)) throw new TypeError("Cannot read keys as they must be a JSON object");
  return Object.fromEntries(Object.entries(parsed).map(([path, value]) => [path, untagged(value)]));
}

/** More digits than any column holds take long to read. */
const bigintText = /^-?\d{1,1000}$/;

function isWrittenAsItIs(value: unknown): boolean {
  return typeof value === "string" || typeof value === "boolean" || value === null || Number.isFinite(value);
}

function tagged(value: unknown): unknown {
  if (isWrittenAsItIs(value)) return value;
  if (typeof value === "bigint" && bigintText.test(String(value))) return { $bigint: String(value) };
  if (value instanceof Date) return { $date: value.toISOString() };
  if (isTemporal(value)) return String(value);
  if (value instanceof Uint8Array) return { $bytes: value.toBase64() };
  throw new TypeError(`Cannot write a key as it must be a value of a column: current value is "${String(value)}"`);
}

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  $bigint: (text) => {
    if (!bigintText.test(text)) throw new TypeError("Cannot read a bigint");
    return BigInt(text);
  },
  $date: (text) => {
    const date = new Date(text);
    if (Number.isNaN(date.getTime())) throw new TypeError("Cannot read a date");
    return date;
  },
  $bytes: (text) => Uint8Array.fromBase64(text),
};

function untagged(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const [tag, text] = entries[0] ?? [];
  const read = tag !== undefined && Object.hasOwn(readers, tag) ? readers[tag] : undefined;
  if (entries.length === 1 && read !== undefined && typeof text === "string") return read(text);
  throw new TypeError(`Cannot read a key as its tag must be known: current value is "${tag}"`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
