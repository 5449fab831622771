/** How a data loader batches and caches. */
export interface DataLoaderOptions {
  /** Whether keys of one moment are gathered; true by default. */
  readonly batch?: boolean;
  /** Whether values are kept for the request; true by default. */
  readonly cache?: boolean;
  /** Most keys of one call; absent means all. */
  readonly maxBatchSize?: number;
  /** What two keys are compared by; by default the key itself. */
  readonly cacheKeyFn?: (key: unknown) => unknown;
}
