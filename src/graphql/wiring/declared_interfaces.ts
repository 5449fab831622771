import type { Class } from "../../kernel/mod.ts";

const declared: unique symbol = Symbol.for("espalier.declaredInterfaces");

interface DeclaringClass {
  [declared]?: readonly string[];
}

/**
 * Records the names of the interfaces that a class implements, as they don't exist at run time. Type resolution tries
 * them after the class's own name.
 *
 * @param type the class
 * @param names interface names, nearest first
 *
 * @example
 * ```ts
 * import { declareInterfaces } from "@espalier/espalier/graphql";
 *
 * interface Media {
 *   readonly title: string;
 * }
 * class Paperback implements Media {
 *   constructor(readonly title: string) {}
 * }
 * declareInterfaces(Paperback, "Media"); // a Paperback is a Media where the schema has no type Paperback
 * ```
 */
export function declareInterfaces(type: Class, ...names: string[]): void {
  Object.defineProperty(type, declared, { value: names, configurable: true });
}

/**
 * The interfaces that a class itself declared.
 *
 * @param type the class
 */
export function interfacesOf(type: Class): readonly string[] {
  return Object.hasOwn(type, declared) ? (type as DeclaringClass)[declared]! : [];
}
