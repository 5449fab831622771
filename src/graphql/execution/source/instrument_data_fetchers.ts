import { type GraphQLSchema, isObjectType } from "../../../../deps.ts";
import { dataFetcherOf, withDataFetcher } from "../../wiring/mod.ts";
import type { Instrumentation } from "../instrumentation.ts";
import { describedAs } from "./described_fetcher.ts";

/**
 * Lets an instrumentation replace the data fetchers of a schema.
 *
 * @param schema a schema of our own
 * @param instrumentation all instrumentations as one, or `undefined`
 */
export function instrumentDataFetchers(schema: GraphQLSchema, instrumentation: Instrumentation | undefined): void {
  if (!instrumentation?.instrumentDataFetcher) return;
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const fetcher = dataFetcherOf(field);
      if (!fetcher) continue;
      const place = { typeName: type.name, fieldName: field.name, schema };
      const replaced = instrumentation.instrumentDataFetcher(fetcher, place);
      if (replaced !== fetcher) field.extensions = withDataFetcher(field.extensions, describedAs(replaced, fetcher));
    }
  }
}
