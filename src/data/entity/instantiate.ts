import { type Class, completeInstance } from "../../kernel/mod.ts";

/**
 * Creates an instance of a class from the values of its properties without calling its constructor, whose parameters
 * are not described. Classes of `entity(…)` initialize their private fields.
 *
 * @param type the class
 * @param values the properties' values by name
 */
export function instantiate<T>(type: Class<T>, values: Readonly<Record<string, unknown>>): T {
  // A prototype is typed as any instance of its class.
  return completeInstance(type, Object.assign(Object.create(type.prototype as object), values)) as T;
}

/**
 * Creates an instance without properties. The caller sets them, then calls `completeInstance`.
 *
 * @param type the class
 */
export function emptyInstance(type: Class): Record<string, unknown> {
  // A prototype is typed as any instance of its class.
  return Object.create(type.prototype as object) as Record<string, unknown>;
}
