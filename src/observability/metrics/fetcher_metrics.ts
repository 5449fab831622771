import {
  type BatchedDataFetcher,
  type BatchLoadFunction,
  type DataFetcher,
  type Instrumentation,
  type InstrumentedField,
  type SelfDescribingDataFetcher,
  withWrappedBatch,
  wrappedFetcher,
} from "../../graphql/mod.ts";
import { durationBoundaries } from "./http_metrics.ts";
import { OwnHistogram, type OwnMetrics } from "./own_metrics.ts";

type Fetcher = DataFetcher & Partial<BatchedDataFetcher & SelfDescribingDataFetcher>;

/** Measures batches of batch mappings and of registered loaders; data fetchers that wait, where that is asked for. */
export class FetcherMetrics implements Instrumentation {
  readonly #loads: OwnHistogram;
  readonly #fetches: OwnHistogram | undefined;
  readonly #sizes: OwnHistogram;

  /**
   * @param metrics gets the instruments
   * @param withFields whether data fetchers are measured, too: it costs for each field of each object
   */
  constructor(metrics: OwnMetrics, withFields: boolean) {
    const loads = { name: "graphql.dataloader", description: "Duration of GraphQL batch loading.", unit: "s" };
    this.#loads = metrics.add(new OwnHistogram(loads, durationBoundaries));
    const sizes = { name: "graphql.dataloader.size", description: "Keys of one batch of GraphQL batch loading." };
    this.#sizes = metrics.add(
      new OwnHistogram({ ...sizes, unit: "{key}" }, [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000]),
    );
    const fetches = { name: "graphql.datafetcher", description: "Duration of asynchronous GraphQL data fetchers." };
    this.#fetches = withFields
      ? metrics.add(new OwnHistogram({ ...fetches, unit: "s" }, durationBoundaries))
      : undefined;
  }

  instrumentDataFetcher(fetcher: DataFetcher, { typeName, fieldName }: InstrumentedField): DataFetcher {
    const inner = this.#withMeasuredBatch(fetcher, `${typeName}.${fieldName}`);
    const fetches = this.#fetches;
    if (fetches === undefined || inner.usesDataLoader) return inner;
    const attributes = { "graphql.type.name": typeName, "graphql.field.name": fieldName };
    return wrappedFetcher(inner, (environment) => measured(fetches, attributes, () => inner(environment)));
  }

  /**
   * Replaces a batch function by one that is measured.
   *
   * @param name the loader's name
   * @param load the batch function
   */
  instrumentLoader(name: string, load: BatchLoadFunction): BatchLoadFunction {
    const attributes = { "graphql.loader.name": name };
    return (keys, environment) => {
      this.#sizes.record(keys.length, attributes);
      return measured(this.#loads, attributes, () => load(keys, environment));
    };
  }

  #withMeasuredBatch(fetcher: Fetcher, name: string): Fetcher {
    if (fetcher.batch === undefined) return fetcher;
    const attributes = { "graphql.loader.name": name };
    return withWrappedBatch(
      fetcher as DataFetcher & BatchedDataFetcher,
      (batch) => (sources, args, environment) => {
        this.#sizes.record(sources.length, attributes);
        return measured(this.#loads, attributes, () => batch(sources, args, environment));
      },
    );
  }
}

/** Measures what takes time: a result that is there at once is none of it. */
function measured<T>(histogram: OwnHistogram, attributes: Readonly<Record<string, string>>, run: () => T): T {
  const startedAt = performance.now();
  const result = run();
  if (!(result instanceof Promise)) return result;
  const end = (outcome: string) => () =>
    histogram.record((performance.now() - startedAt) / 1_000, { ...attributes, "graphql.outcome": outcome });
  result.then(end("SUCCESS"), end("ERROR"));
  return result;
}
