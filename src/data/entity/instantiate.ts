import { type Class, completeInstance } from "../../kernel/mod.ts";

/**
 * Makes an instance of a class from its properties' values, without calling a constructor of its own: what is stored was
 * constructed before, and constructors take their parameters in an order that nobody described. Classes of `entity(…)`
 * initialize their private fields.
 *
 * @param type the class
 * @param values the properties' values by name
 */
export function instantiate<T>(type: Class<T>, values: Readonly<Record<string, unknown>>): T {
  // A prototype is typed as any instance of its class.
  return completeInstance(type, Object.assign(Object.create(type.prototype as object), values)) as T;
}

/**
 * Makes an instance whose properties are still to be set, by whoever then calls `completeInstance`.
 *
 * @param type the class
 */
export function emptyInstance(type: Class): Record<string, unknown> {
  // A prototype is typed as any instance of its class.
  return Object.create(type.prototype as object) as Record<string, unknown>;
}
