import { type GraphQLSchema, isObjectType } from "../../../../deps.ts";
import { type ContextSnapshotFactory, GraphQLContext } from "../../../context/mod.ts";
import { type DataFetcher, dataFetcherOf, withDataFetcher } from "../../wiring/mod.ts";
import { describedAs } from "./described_fetcher.ts";

/**
 * Makes the values of a local context current while a data fetcher runs. The request's own values are current already.
 *
 * @param schema a schema of our own
 * @param factory knows the accessors
 */
export function decorateDataFetchers(schema: GraphQLSchema, factory: ContextSnapshotFactory): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const fetcher = dataFetcherOf(field);
      if (!fetcher) continue;
      field.extensions = withDataFetcher(field.extensions, describedAs(decorated(fetcher, factory), fetcher));
    }
  }
}

function decorated(fetcher: DataFetcher, factory: ContextSnapshotFactory): DataFetcher {
  return (environment) => {
    const { localContext } = environment;
    if (!(localContext instanceof GraphQLContext)) return fetcher(environment);
    return factory.captureFrom(localContext).run(() => fetcher(environment));
  };
}
