import type { BatchedDataFetcher, BatchFunction, DataFetcher } from "./data_fetcher.ts";

/**
 * Makes a fetcher that is called differently. What the fetcher inside tells about itself stays, but the way past the
 * environment: the wrapper wants to be called.
 *
 * @param fetcher the fetcher inside
 * @param call what is called instead
 */
export function wrappedFetcher<F extends DataFetcher>(fetcher: F, call: DataFetcher): F {
  const made = (environment: Parameters<DataFetcher>[0]) => call(environment);
  const { name: _, length: __, direct: ___, ...own } = Object.getOwnPropertyDescriptors<DataFetcher>(fetcher) as Record<
    string,
    PropertyDescriptor
  >;
  // It has all properties of the other, as the type says.
  return Object.defineProperties(made, own) as F;
}

/**
 * Makes a fetcher whose batches run through more code, whichever way the values are asked for.
 *
 * @param fetcher the fetcher; it stays as it is
 * @param wrap makes the new batch function of the old one
 */
export function withWrappedBatch(
  fetcher: BatchedDataFetcher,
  wrap: (batch: BatchFunction) => BatchFunction,
): BatchedDataFetcher {
  if (fetcher.wrapBatch) return fetcher.wrapBatch(wrap);
  const batch = wrap((sources, args, environment) => fetcher.batch(sources, args, environment));
  return Object.assign(wrappedFetcher(fetcher, fetcher), { batch });
}
