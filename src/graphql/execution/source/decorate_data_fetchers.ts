import type { GraphQLSchema } from "../../../../deps.ts";
import { type ContextSnapshotFactory, GraphQLContext } from "../../../context/mod.ts";
import type { DataFetcher } from "../../wiring/mod.ts";
import { replaceDataFetchers } from "./replace_data_fetchers.ts";

/**
 * Makes the values of a local context current while a data fetcher runs. The request's own values are current already.
 *
 * @param schema a schema of our own
 * @param factory knows the accessors
 */
export function decorateDataFetchers(schema: GraphQLSchema, factory: ContextSnapshotFactory): void {
  replaceDataFetchers(schema, (fetcher) => decorated(fetcher, factory));
}

function decorated(fetcher: DataFetcher, factory: ContextSnapshotFactory): DataFetcher {
  return (environment) => {
    const { localContext } = environment;
    if (!(localContext instanceof GraphQLContext)) return fetcher(environment);
    return factory.captureFrom(localContext).run(() => fetcher(environment));
  };
}
