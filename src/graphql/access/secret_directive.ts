import { Kind, parse, visit } from "../../../deps.ts";
import type { TypeDefinitionRegistry } from "../wiring/mod.ts";

const declaration = "directive @secret on ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION";

/**
 * Declares `@secret` where the schema uses it, unless it declares it itself.
 *
 * @param registry the schema's definitions
 */
export function addSecretDirective(registry: TypeDefinitionRegistry): void {
  const { definitions } = registry.toDocument();
  if (definitions.some((node) => node.kind === Kind.DIRECTIVE_DEFINITION && node.name.value === "secret")) return;
  let isUsed = false;
  for (const definition of definitions) {
    visit(definition, {
      Directive: ({ name }) => {
        isUsed ||= name.value === "secret";
      },
    });
  }
  if (!isUsed) return;
  for (const definition of parse(declaration, { noLocation: true }).definitions) registry.add(definition);
}
