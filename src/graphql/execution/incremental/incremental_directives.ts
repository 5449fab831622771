import { type DocumentNode, Kind, parse, visit } from "../../../../deps.ts";
import type { TypeDefinitionRegistry } from "../../wiring/mod.ts";

const names: readonly string[] = ["defer", "stream"];

const declarations = `
directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
directive @stream(if: Boolean! = true, label: String, initialCount: Int! = 0) on FIELD
`;

/**
 * Declares `@defer` and `@stream`, unless the schema declares them itself.
 *
 * @param registry the schema's definitions
 */
export function addIncrementalDirectives(registry: TypeDefinitionRegistry): void {
  const isDeclared = (name: string) =>
    registry.toDocument().definitions.some((node) =>
      node.kind === Kind.DIRECTIVE_DEFINITION && node.name.value === name
    );
  for (const definition of parse(declarations, { noLocation: true }).definitions) {
    if (definition.kind === Kind.DIRECTIVE_DEFINITION && !isDeclared(definition.name.value)) registry.add(definition);
  }
}

/**
 * Removes `@defer` and `@stream` from a document.
 *
 * @param document a valid document
 * @returns another document, or the same one when it has neither
 */
export function withoutIncrementalDirectives(document: DocumentNode): DocumentNode {
  // Names stand in a text as they are, so most texts say at once that there is nothing to look for.
  const text = document.loc?.source.body;
  if (text !== undefined && !names.some((name) => text.includes(name))) return document;
  return visit(document, { [Kind.DIRECTIVE]: (node) => names.includes(node.name.value) ? null : undefined });
}
