import type { BatchedDataFetcher, BatchFunction, DataFetcher } from "./data_fetcher.ts";

/**
 * Creates a fetcher that calls `call` and keeps the description of the wrapped fetcher, but not `direct`: an engine
 * that used it would bypass the wrapper.
 *
 * @param fetcher the wrapped fetcher
 * @param call called in place of the fetcher
 */
export function wrappedFetcher<F extends DataFetcher>(fetcher: F, call: DataFetcher): F {
  const made = (environment: Parameters<DataFetcher>[0]) => call(environment);
  const { name: _, length: __, direct: ___, ...own } = Object.getOwnPropertyDescriptors<DataFetcher>(fetcher) as Record<
    string,
    PropertyDescriptor
  >;
  // All other properties are copied, so the type is the same.
  return Object.defineProperties(made, own) as F;
}

/**
 * Creates a fetcher with a wrapped batch function, which serves both batches and single values.
 *
 * @param fetcher the fetcher, which is not changed
 * @param wrap creates the new batch function from the old one
 */
export function withWrappedBatch(
  fetcher: BatchedDataFetcher,
  wrap: (batch: BatchFunction) => BatchFunction,
): BatchedDataFetcher {
  if (fetcher.wrapBatch) return fetcher.wrapBatch(wrap);
  const batch = wrap((sources, args, environment) => fetcher.batch(sources, args, environment));
  return Object.assign(wrappedFetcher(fetcher, fetcher), { batch });
}
