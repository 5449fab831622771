import { type ConstDirectiveNode, Kind, parse, valueFromASTUntyped } from "../../../deps.ts";
import type { TypeDefinitionRegistry } from "../../graphql/mod.ts";
import type { CachePolicy } from "../cache_policy.ts";

/** As Apollo Server documents it. */
const declarations = `
enum CacheControlScope { PUBLIC PRIVATE }
directive @cacheControl(maxAge: Int, scope: CacheControlScope, inheritMaxAge: Boolean)
  on FIELD_DEFINITION | OBJECT | INTERFACE | UNION
`;

/**
 * Declares `@cacheControl`, unless the schema declares it itself.
 *
 * @param registry the schema's definitions
 */
export function addCacheControlDirective(registry: TypeDefinitionRegistry): void {
  const declared = new Set(
    registry.toDocument().definitions.flatMap((each) =>
      each.kind === Kind.DIRECTIVE_DEFINITION
        ? [`@${each.name.value}`]
        : "name" in each && each.name
        ? [each.name.value]
        : []
    ),
  );
  for (const definition of parse(declarations, { noLocation: true }).definitions) {
    const name = definition.kind === Kind.DIRECTIVE_DEFINITION ? "@cacheControl" : "CacheControlScope";
    if (!declared.has(name)) registry.add(definition);
  }
}

/**
 * Reads `@cacheControl`.
 *
 * @param directives applied to a field or a type
 * @returns nothing where it is not among them
 */
export function policyOfDirectives(directives: readonly ConstDirectiveNode[]): CachePolicy {
  const applied = directives.find(({ name }) => name.value === "cacheControl");
  const given = (applied?.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value)] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== null)) as CachePolicy;
}
