import type { GraphQLSchema } from "../../../../deps.ts";
import type { Instrumentation } from "../instrumentation.ts";
import { replaceDataFetchers } from "./replace_data_fetchers.ts";

/**
 * Lets an instrumentation replace the data fetchers of a schema.
 *
 * @param schema a schema of our own
 * @param instrumentation all instrumentations as one, or `undefined`
 */
export function instrumentDataFetchers(schema: GraphQLSchema, instrumentation: Instrumentation | undefined): void {
  const replace = instrumentation?.instrumentDataFetcher?.bind(instrumentation);
  if (replace) replaceDataFetchers(schema, replace);
}
