import type { ServiceIdentifier } from "../../../../deps.ts";
import { type Ordered, token } from "../../../kernel/mod.ts";
import type { SchemaResourceGraphQlSourceBuilder } from "./schema_resource_graphql_source_builder.ts";

/** Customizes the builder of the application's `GraphQlSource`, after everything else. Bind any number of them. */
export interface GraphQlSourceBuilderCustomizer extends Ordered {
  /**
   * Changes the builder.
   *
   * @param builder all other beans are applied already
   */
  customize(builder: SchemaResourceGraphQlSourceBuilder): void;
}

/** Identifier of the {@linkcode GraphQlSourceBuilderCustomizer} beans. */
export const GraphQlSourceBuilderCustomizer: ServiceIdentifier<GraphQlSourceBuilderCustomizer> = token<
  GraphQlSourceBuilderCustomizer
>("GraphQlSourceBuilderCustomizer");
