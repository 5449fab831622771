import { isTemporal } from "../../kernel/mod.ts";

/**
 * Copies a mutable value, so that a change to the entity's value does not change the remembered one.
 *
 * @param value the value of a column
 */
export function copiedValue(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return new Date(value.getTime());
  if (value instanceof Uint8Array) return new Uint8Array(value);
  return isTemporal(value) ? value : copiedJson(value);
}

/** Copies a JSON value. */
export function copiedJson(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copiedJson);
  const copy: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    // An assignment to `__proto__` would set the prototype.
    if (name === "__proto__") {
      Object.defineProperty(copy, name, { value: inner, enumerable: true, configurable: true, writable: true });
    } else copy[name] = copiedJson(inner);
  }
  return copy;
}
