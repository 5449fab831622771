import { type GraphQLSchema, isAbstractType, isObjectType } from "../../../deps.ts";
import type { DataFetcher } from "./data_fetcher.ts";
import { dataFetcherOf, withDataFetcher } from "./fetcher_attachment.ts";
import { setTypeResolver } from "./schema_generator.ts";
import type { TypeResolver } from "./type_resolver.ts";

/** The data fetchers and type resolvers of a finished schema, which a traversing type visitor may change. */
export class CodeRegistry {
  readonly #schema: GraphQLSchema;

  /**
   * Creates the registry.
   *
   * @param schema a schema built by this library, whose code may be changed in place
   */
  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** The schema to which the code belongs. */
  get schema(): GraphQLSchema {
    return this.#schema;
  }

  /**
   * The data fetcher of a field, or `undefined` if the field reads a property.
   *
   * @throws TypeError when the schema has no such field
   */
  getDataFetcher(typeName: string, fieldName: string): DataFetcher | undefined {
    return dataFetcherOf(this.#field(typeName, fieldName));
  }

  /**
   * Sets the data fetcher of a field.
   *
   * @throws TypeError when the schema has no such field
   */
  dataFetcher(typeName: string, fieldName: string, fetcher: DataFetcher): this {
    const field = this.#field(typeName, fieldName);
    field.extensions = withDataFetcher(field.extensions, fetcher);
    return this;
  }

  /**
   * Sets the type resolver of an interface or a union.
   *
   * @throws TypeError when the schema has no such type
   */
  typeResolver(typeName: string, resolver: TypeResolver): this {
    const type = this.#schema.getType(typeName);
    if (!isAbstractType(type)) {
      throw new TypeError(`Cannot set a type resolver for "${typeName}" as it must be an interface or a union`);
    }
    setTypeResolver(type, resolver);
    return this;
  }

  #field(typeName: string, fieldName: string) {
    const type = this.#schema.getType(typeName);
    const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
    if (!field) {
      throw new TypeError(`Cannot use field "${typeName}.${fieldName}" as it must be a field of an object type`);
    }
    return field;
  }
}
