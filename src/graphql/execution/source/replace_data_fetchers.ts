import { type GraphQLSchema, isObjectType } from "../../../../deps.ts";
import { type DataFetcher, dataFetcherOf, withDataFetcher } from "../../wiring/mod.ts";
import type { InstrumentedField } from "../instrumentation.ts";

/**
 * Puts wrappers in the place of a schema's data fetchers.
 *
 * @param schema a schema of our own
 * @param replace gives the wrapper, or the fetcher itself where it stays
 */
export function replaceDataFetchers(
  schema: GraphQLSchema,
  replace: (fetcher: DataFetcher, field: InstrumentedField) => DataFetcher,
): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const fetcher = dataFetcherOf(field);
      if (!fetcher) continue;
      const replaced = replace(fetcher, { typeName: type.name, fieldName: field.name, schema });
      if (replaced !== fetcher) field.extensions = withDataFetcher(field.extensions, describedAs(replaced, fetcher));
    }
  }
}

/**
 * Lets a wrapper still tell what the fetcher inside it fetches; what it says of itself stays. That the fetcher can do
 * without an environment, or can be called for many sources at once, is not taken over: the wrapper wants to be called.
 */
function describedAs(wrapper: DataFetcher, original: DataFetcher): DataFetcher {
  const { direct: _direct, batch: _batch, wrapBatch: _wrapBatch, ...description } = { ...original } as Record<
    string,
    unknown
  >;
  return Object.assign(wrapper, { ...description, ...wrapper });
}
