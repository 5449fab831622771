import type { GraphQLSchema } from "../../../../deps.ts";
import { rewriteSchema } from "../../wiring/mod.ts";
import { AbstractGraphQlSourceBuilder } from "./abstract_graphql_source_builder.ts";

/** Builds a source for a schema that exists already. */
export class SchemaGraphQlSourceBuilder extends AbstractGraphQlSourceBuilder {
  readonly #schema: GraphQLSchema;

  /**
   * Creates the builder.
   *
   * @param schema an executable schema
   */
  constructor(schema: GraphQLSchema) {
    super();
    this.#schema = schema;
  }

  /** Returns the schema that was given. */
  protected override makeSchema(): Promise<GraphQLSchema> {
    // A copy, because code is attached to it and others may use the same schema.
    return Promise.resolve(rewriteSchema(this.#schema, () => undefined));
  }
}
