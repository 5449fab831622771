import { Kind, parse, visit } from "../../../deps.ts";
import type { TypeDefinitionRegistry } from "./type_definition_registry.ts";

/**
 * Declares a directive where the schema uses it, unless it declares it itself.
 *
 * @param registry the schema's definitions
 * @param name the directive's name
 * @param declaration its definition
 */
export function declareWhereUsed(registry: TypeDefinitionRegistry, name: string, declaration: string): void {
  const { definitions } = registry.toDocument();
  if (definitions.some((node) => node.kind === Kind.DIRECTIVE_DEFINITION && node.name.value === name)) return;
  let isUsed = false;
  for (const definition of definitions) {
    visit(definition, {
      Directive: (directive) => {
        isUsed ||= directive.name.value === name;
      },
    });
  }
  if (!isUsed) return;
  for (const definition of parse(declaration, { noLocation: true }).definitions) registry.add(definition);
}
