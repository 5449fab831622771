import { visit } from "../../deps.ts";
import { addAccessDirectives } from "./access/mod.ts";
import { addVisibleDirective, type TypeDefinitionConfigurer } from "./execution/mod.ts";
import type { TypeDefinitionRegistry } from "./wiring/mod.ts";

/**
 * Declares the directives of rules and visibility that a schema uses: `@authenticated`, `@requiresScopes`,
 * `@requiresRole`, `@visible`. The `graphql()` feature does so by itself; this is for schemas that tools build.
 *
 * @example
 * ```ts
 * import { Resource } from "@espalier/espalier";
 * import { GraphQlSource, SecurityDirectiveConfigurer } from "@espalier/espalier/graphql";
 *
 * const { schema } = await GraphQlSource.schemaResourceBuilder()
 *   .schemaResources(Resource.text("orders", "type Query { orders: Int @authenticated }"))
 *   .configureTypeDefinitions(new SecurityDirectiveConfigurer())
 *   .build();
 * console.log(schema.getDirective("authenticated")?.name); // "authenticated"
 * ```
 */
export class SecurityDirectiveConfigurer implements TypeDefinitionConfigurer {
  /** Declares the directives that the schema uses and does not declare. */
  configure(registry: TypeDefinitionRegistry): void {
    addAccessDirectives(registry);
    if (appliesVisible(registry)) addVisibleDirective(registry);
  }
}

function appliesVisible(registry: TypeDefinitionRegistry): boolean {
  let isApplied = false;
  visit(registry.toDocument(), { Directive: ({ name }) => void (isApplied ||= name.value === "visible") });
  return isApplied;
}
