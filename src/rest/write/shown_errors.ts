import { shortened } from "../../kernel/mod.ts";
import { plainJson } from "../hal/plain_json.ts";
import type { FieldError } from "./field_error.ts";

/** Maximum number of errors in a response. */
const maxErrors = 100;
/** Maximum length of one value as JSON, and of one message, in UTF-16 units. */
const maxLength = 500;

/**
 * Shortens errors for a response: their number, and long values.
 *
 * @param errors the errors
 * @returns the first 100; longer texts, and values that are longer as JSON, are cut to 500 characters
 */
export function shownErrors(errors: readonly FieldError[]): FieldError[] {
  return errors.slice(0, maxErrors).map(({ entity, property, invalidValue, message }) => ({
    entity,
    property: shortened(property),
    invalidValue: shownValue(invalidValue),
    message: shortened(message, maxLength),
  }));
}

/**
 * Returns a value as JSON if it is short, otherwise the beginning of its text.
 *
 * @param value the value from a client
 */
function shownValue(value: unknown): unknown {
  if (typeof value === "string") return shortened(value, maxLength);
  if (lengthLeft(value, maxLength) < 0) return Array.isArray(value) ? "a long list" : "a large object";
  return plainJson(value);
}

/** Returns the remaining length after a value; stops counting when it is negative. */
function lengthLeft(value: unknown, length: number): number {
  if (typeof value !== "object" || value === null) return length - String(value).length;
  if (ArrayBuffer.isView(value)) return length - value.byteLength;
  let left = length;
  const parts: Iterable<unknown> = Symbol.iterator in value ? value as Iterable<unknown> : membersOf(value);
  for (const part of parts) {
    left = lengthLeft(part, left - 1);
    if (left < 0) break;
  }
  return left;
}

function* membersOf(value: object): Generator<unknown> {
  for (const key in value) {
    yield key;
    // `Object.keys` returns own keys only.
    yield (value as Record<string, unknown>)[key];
  }
}
