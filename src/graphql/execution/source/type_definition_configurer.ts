import type { ServiceIdentifier } from "../../../../deps.ts";
import { type Ordered, token } from "../../../kernel/mod.ts";
import type { TypeDefinitionRegistry } from "../../wiring/mod.ts";

/** Adds or changes type definitions before a schema is made of them. Bind any number of them. */
export interface TypeDefinitionConfigurer extends Ordered {
  /**
   * Changes the type definitions.
   *
   * @param registry all definitions that were read; change it in place
   */
  configure(registry: TypeDefinitionRegistry): void;
}

/** Identifier of the {@linkcode TypeDefinitionConfigurer} beans. */
export const TypeDefinitionConfigurer: ServiceIdentifier<TypeDefinitionConfigurer> = token<TypeDefinitionConfigurer>(
  "TypeDefinitionConfigurer",
);
