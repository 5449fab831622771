import type { GraphQLSchema } from "../../../deps.ts";
import type { DataFetcher } from "../wiring/mod.ts";
import type { FieldCoordinates } from "./schema_report.ts";

/** What is inspected: a schema and the data fetchers that were registered for its fields. */
export class InspectedMappings {
  readonly schema: GraphQLSchema;
  readonly #fetchers: ReadonlyMap<string, ReadonlyMap<string, DataFetcher>>;

  /**
   * @param schema the finished schema
   * @param fetchers by type name and field name, as they were registered
   */
  constructor(schema: GraphQLSchema, fetchers: ReadonlyMap<string, ReadonlyMap<string, DataFetcher>>) {
    this.schema = schema;
    this.#fetchers = fetchers;
  }

  /** The registered data fetcher of a field. */
  fetcherOf({ typeName, fieldName }: FieldCoordinates): DataFetcher | undefined {
    return this.#fetchers.get(typeName)?.get(fieldName);
  }

  /** All registrations. */
  *registrations(): Iterable<FieldCoordinates & { readonly fetcher: DataFetcher }> {
    for (const [typeName, fields] of this.#fetchers) {
      for (const [fieldName, fetcher] of fields) yield { typeName, fieldName, fetcher };
    }
  }
}
