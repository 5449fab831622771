import { shortened } from "./shortened.ts";

/**
 * Describes an invalid value for error messages: `class "Book"`, `a list`, `"abc"`. Long strings are
 * cut.
 *
 * @param value the value
 */
export function describeValue(value: unknown): string {
  if (typeof value === "function") return `${isClass(value) ? "class" : "function"} "${shortened(value.name)}"`;
  if (value instanceof Promise) return "a promise";
  if (Array.isArray(value)) return "a list";
  if (typeof value !== "object" || value === null) return describePrimitive(value);
  const { constructor } = value;
  return typeof constructor !== "function" || constructor === Object
    ? "an object"
    : `an instance of "${shortened(constructor.name)}"`;
}

function describePrimitive(value: unknown): string {
  return typeof value === "string" ? `"${shortened(value)}"` : shortened(String(value));
}

/**
 * Whether a value is a class: its `prototype` can't be replaced, unlike that of a function; arrow functions have none.
 *
 * @param value the value
 */
export function isClass(value: unknown): boolean {
  return typeof value === "function" && Object.getOwnPropertyDescriptor(value, "prototype")?.writable === false;
}
