import type { Class } from "../../kernel/mod.ts";

/**
 * Makes an instance of a class from its properties' values, without calling the constructor: what is stored was
 * constructed before, and constructors take their parameters in an order that nobody described.
 *
 * @param type the class
 * @param values the properties' values by name
 */
export function instantiate<T>(type: Class<T>, values: Readonly<Record<string, unknown>>): T {
  // A prototype is typed as any instance of its class.
  return Object.assign(Object.create(type.prototype as object), values) as T;
}
