import type { ServiceIdentifier } from "../../../../deps.ts";
import { type Ordered, token } from "../../../kernel/mod.ts";

/**
 * Maps the names of input fields and arguments to the property names of described classes, for schemas whose naming
 * style differs from the code. Several resolvers are called in order, each with the result of the previous one.
 *
 * @example
 * ```ts
 * import type { ArgumentNameResolver } from "@espalier/espalier/graphql";
 *
 * const snakeCase: ArgumentNameResolver = {
 *   propertyName: (name) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
 * };
 * console.log(snakeCase.propertyName("page_count")); // "pageCount"
 * ```
 */
export interface ArgumentNameResolver extends Ordered {
  /**
   * Returns the name of the property.
   *
   * @param name a name in the schema
   * @returns the property's name; the same name if there is no mapping
   */
  propertyName(name: string): string;
}

/** Identifier of the {@linkcode ArgumentNameResolver} beans. */
export const ArgumentNameResolver: ServiceIdentifier<ArgumentNameResolver> = token<ArgumentNameResolver>(
  "ArgumentNameResolver",
);

/** Maps one name. */
export type PropertyNameOf = (name: string) => string;
