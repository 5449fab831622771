import type { GraphQLObjectType, GraphQLSchema } from "../../deps.ts";
import type { Authentication } from "../context/mod.ts";
import type { GraphQlSource } from "../graphql/mod.ts";
import type { Logger } from "../kernel/mod.ts";
import { invalidityOf, type OperationVariable, type ParsedOperation, variablesOf } from "./named_operation.ts";
import type { JsonSchema, SchemaDefinitions } from "./schemas/json_schema.ts";
import { SelectionSchema } from "./schemas/selection_schema.ts";
import { described, type ScalarSchemas, TypeSchemas } from "./schemas/type_schemas.ts";

/** An operation that a client may call, by one schema. */
export interface PublishedOperation extends ParsedOperation {
  readonly variables: readonly OperationVariable[];
}

/** Schemas of variables, by their names. */
export type VariableSchemas = ReadonlyMap<string, JsonSchema>;

/** Knows which operations the viewers of each schema may call. */
export class OperationCatalogue {
  readonly #source: GraphQlSource;
  readonly #operations: readonly ParsedOperation[];
  readonly #scalars: ScalarSchemas;
  readonly #logger: Logger;
  readonly #published = new WeakMap<GraphQLSchema, ReadonlyMap<string, PublishedOperation>>();

  /**
   * @param source supplies the schemas
   * @param operations of trusted documents
   * @param parts schemas of scalars; the logger hears of operations that a schema has outgrown
   */
  constructor(
    source: GraphQlSource,
    operations: readonly ParsedOperation[],
    { scalars, logger }: { readonly scalars: ScalarSchemas; readonly logger: Logger },
  ) {
    this.#source = source;
    this.#operations = operations;
    this.#scalars = scalars;
    this.#logger = logger;
  }

  /**
   * Checks that the service's own schema has everything that operations name.
   *
   * @throws TypeError naming the first that it does not fit
   */
  requireValid(): void {
    for (const operation of this.#operations) {
      const reason = invalidityOf(operation, this.#source.schema);
      if (reason === undefined) continue;
      throw new TypeError(`Cannot publish operation "${operation.name}" as it must be valid: ${reason}`);
    }
  }

  /**
   * Finds the schema that a client sees.
   *
   * @param authentication who the client is
   */
  schemaFor(authentication: Authentication | undefined): GraphQLSchema {
    return this.#source.profiles?.of(authentication).schema ?? this.#source.schema;
  }

  /**
   * Finds the operations that are valid by a schema, by their names.
   *
   * @param schema that a client sees
   */
  of(schema: GraphQLSchema): ReadonlyMap<string, PublishedOperation> {
    let published = this.#published.get(schema);
    if (published === undefined) this.#published.set(schema, published = this.#publish(schema));
    return published;
  }

  /**
   * Makes the schemas of an operation's variables.
   *
   * @param operation of a schema
   * @param definitions take the schemas of enums and input objects
   */
  variables({ variables }: PublishedOperation, definitions: SchemaDefinitions): VariableSchemas {
    const types = new TypeSchemas(definitions, this.#scalars);
    return new Map(variables.map((variable) => {
      const { name, type, defaultValue } = variable;
      const withDefault = defaultValue === undefined ? {} : { default: defaultValue };
      return [name, { ...types.input(type), ...withDefault, ...described(variable) }];
    }));
  }

  /**
   * Makes the schema of an operation's data.
   *
   * @param operation of the schema
   * @param schema that a client sees
   * @param definitions take the schemas of enums
   */
  data(
    { kind, document, node }: PublishedOperation,
    schema: GraphQLSchema,
    definitions: SchemaDefinitions,
  ): JsonSchema {
    const types = new TypeSchemas(definitions, this.#scalars);
    const root = kind === "query" ? schema.getQueryType() : schema.getMutationType();
    // The operation is valid, so the schema has its root type.
    return new SelectionSchema(schema, document, types).object(root as GraphQLObjectType, [node.selectionSet]);
  }

  #publish(schema: GraphQLSchema): ReadonlyMap<string, PublishedOperation> {
    const published = new Map<string, PublishedOperation>();
    for (const operation of this.#operations) {
      const reason = invalidityOf(operation, schema);
      if (reason === undefined) {
        published.set(operation.name, { ...operation, variables: variablesOf(operation, schema) });
      } else if (schema === this.#source.schema) {
        const message =
          `Operation "${operation.name}" is no longer published as the schema does not have what it names`;
        this.#logger.warn(message, { reason });
      }
    }
    return published;
  }
}

/**
 * Makes one schema of the variables of an operation.
 *
 * @param operation the operation
 * @param schemas of its variables
 */
export function variablesSchema(
  { variables }: PublishedOperation,
  schemas: VariableSchemas,
): JsonSchema & { readonly type: "object" } {
  const required = variables.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(schemas),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}
