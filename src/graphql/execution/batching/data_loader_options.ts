/** The batching and caching options of a data loader. */
export interface DataLoaderOptions {
  /** Whether keys of the same turn are batched; true by default. */
  readonly batch?: boolean;
  /** Whether values are cached for the request; true by default. */
  readonly cache?: boolean;
  /** The maximum number of keys per call; absent means no limit. */
  readonly maxBatchSize?: number;
  /** Returns the cache key of a key; by default the key itself. */
  readonly cacheKeyFn?: (key: unknown) => unknown;
}
