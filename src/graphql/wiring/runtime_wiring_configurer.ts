import type { ServiceIdentifier } from "../../../deps.ts";
import { type Ordered, token } from "../../kernel/mod.ts";
import type { RuntimeWiringBuilder } from "./runtime_wiring.ts";
import type { TypeDefinitionRegistry } from "./type_definition_registry.ts";
import type { WiringFactory } from "./wiring_factory.ts";

/**
 * Registers custom scalars, directive code, data fetchers and type resolvers. Bind any number of them.
 *
 * @example
 * ```ts
 * import { RuntimeWiringConfigurer } from "@espalier/espalier/graphql";
 *
 * const greetings: RuntimeWiringConfigurer = {
 *   configure: (wiring) => {
 *     wiring.type("Query", (type) => type.dataFetcher("greeting", () => "Hello"));
 *   },
 * };
 * ```
 */
export interface RuntimeWiringConfigurer extends Ordered {
  /**
   * Receives the type definitions before `configure` is called.
   *
   * @param registry all type definitions
   */
  setTypeDefinitionRegistry?(registry: TypeDefinitionRegistry): void;
  /**
   * Registers code of the schema.
   *
   * @param wiring collects the code
   */
  configure(wiring: RuntimeWiringBuilder): void;
  /**
   * Adds wiring factories. Called after every configurer's `configure`; a factory set on the builder is called
   * before those in the container.
   *
   * @param wiring the builder
   * @param container collects the factories
   */
  configureWiringFactories?(wiring: RuntimeWiringBuilder, container: WiringFactory[]): void;
}

/** Identifier of the {@linkcode RuntimeWiringConfigurer} beans. */
export const RuntimeWiringConfigurer: ServiceIdentifier<RuntimeWiringConfigurer> = token<RuntimeWiringConfigurer>(
  "RuntimeWiringConfigurer",
);
