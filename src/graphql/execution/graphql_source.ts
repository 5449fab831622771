import type { GraphQLSchema } from "../../../deps.ts";
import type { GraphQL } from "./graphql.ts";
import { SchemaGraphQlSourceBuilder } from "./source/schema_graphql_source_builder.ts";
import type { BuiltGraphQlSource } from "./source/built_graphql_source.ts";
import type { SourceProfiles } from "./source/source_profiles.ts";
import { SchemaResourceGraphQlSourceBuilder } from "./source/schema_resource_graphql_source_builder.ts";

/** Exposes the engine and its schema. The class is the identifier of the bean. */
export abstract class GraphQlSource implements BuiltGraphQlSource {
  /** The engine. */
  abstract readonly graphQl: GraphQL;
  /** The executable schema. */
  abstract readonly schema: GraphQLSchema;
  /** What the viewers of each visibility profile see; absent where there are no profiles. */
  readonly profiles?: SourceProfiles | undefined;

  /**
   * Begins a source whose schema is made of schema resources.
   *
   * @example
   * ```ts
   * import { ExecutionInput, GraphQlSource, Resource } from "@espalier/espalier/graphql";
   *
   * const source = await GraphQlSource.schemaResourceBuilder()
   *   .schemaResources(Resource.text("hello", "type Query { greeting: String! }"))
   *   .configureRuntimeWiring((wiring) => {
   *     wiring.type("Query", (type) => type.dataFetcher("greeting", () => "Hello"));
   *   })
   *   .build();
   * const result = await source.graphQl.execute(new ExecutionInput({ query: "{ greeting }" }));
   * console.log(result.data); // { greeting: "Hello" }
   * ```
   */
  static schemaResourceBuilder(): SchemaResourceGraphQlSourceBuilder {
    return new SchemaResourceGraphQlSourceBuilder();
  }

  /**
   * Begins a source for a schema that exists already; the schema itself is left alone.
   *
   * @param schema an executable schema
   */
  static builder(schema: GraphQLSchema): SchemaGraphQlSourceBuilder {
    return new SchemaGraphQlSourceBuilder(schema);
  }
}
