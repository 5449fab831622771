import { compareDecimals, isTemporal } from "../kernel/mod.ts";
import { canonicalJson } from "./canonical_json.ts";
import type { ColumnType } from "./entity/property_model.ts";

/**
 * Compares two values of one column, neither of which is null. Texts are compared by code point, as the SQL stores do.
 *
 * @param a a string, number, bigint, boolean, Date or Uint8Array, or JSON
 * @param b another of the same type, or JSON
 * @param type the column's type, where it decides
 * @returns negative when `a` comes first, positive when `b` does, 0 when they are equal
 */
export function compareValues(a: unknown, b: unknown, type?: ColumnType): number {
  if (type === "decimal") return compareDecimals(String(a), String(b));
  if (isTemporal(a) && isTemporal(b)) return compareMoments(a, b);
  if (typeof a === "string" && typeof b === "string") return compareTexts(a, b);
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  if (a instanceof Uint8Array && b instanceof Uint8Array) return compareBytes(a, b);
  if (isJson(a, b)) return compareTexts(canonicalJson(a), canonicalJson(b));
  // Numbers, bigints and booleans are ordered by the operators themselves.
  const [x, y] = [a as number, b as number];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Whether two values are those of a JSON column: of two types, or of none that others have. */
function isJson(a: unknown, b: unknown): boolean {
  if (typeof a === "object" || typeof b === "object") return true;
  return (typeof a === "string") !== (typeof b === "string") || (typeof a === "boolean") !== (typeof b === "boolean");
}

function compareMoments(a: unknown, b: unknown): number {
  if (a instanceof Temporal.Instant) return Temporal.Instant.compare(a, b as Temporal.Instant);
  if (a instanceof Temporal.PlainDate) return Temporal.PlainDate.compare(a, b as Temporal.PlainDate);
  if (a instanceof Temporal.PlainTime) return Temporal.PlainTime.compare(a, b as Temporal.PlainTime);
  return Temporal.PlainDateTime.compare(a as Temporal.PlainDateTime, b as Temporal.PlainDateTime);
}

function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return codePointRank(x) - codePointRank(y);
  }
  return a.length - b.length;
}

// Surrogates stand for the largest code points, but are not the largest code units.
function codePointRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}
