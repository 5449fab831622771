/**
 * Says what a value is that somebody passed by mistake, for messages: `class "Book"`, `a list`, `"abc"`.
 *
 * @param value the value
 */
export function describeValue(value: unknown): string {
  if (typeof value === "function") return `${isClass(value) ? "class" : "function"} "${value.name}"`;
  if (value instanceof Promise) return "a promise";
  if (Array.isArray(value)) return "a list";
  if (typeof value !== "object" || value === null) return typeof value === "string" ? `"${value}"` : String(value);
  const { constructor } = value;
  return typeof constructor !== "function" || constructor === Object
    ? "an object"
    : `an instance of "${constructor.name}"`;
}

/**
 * Whether a value is a class: its `prototype` can't be replaced, unlike that of a function; arrow functions have none.
 *
 * @param value the value
 */
export function isClass(value: unknown): boolean {
  return typeof value === "function" && Object.getOwnPropertyDescriptor(value, "prototype")?.writable === false;
}
