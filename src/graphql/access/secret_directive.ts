import { declareWhereUsed, type TypeDefinitionRegistry } from "../wiring/mod.ts";

const declaration = "directive @secret on ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION";

/**
 * Declares `@secret` where the schema uses it, unless it declares it itself.
 *
 * @param registry the schema's definitions
 */
export function addSecretDirective(registry: TypeDefinitionRegistry): void {
  declareWhereUsed(registry, "secret", declaration);
}
