import type { DataFetcher } from "../../wiring/mod.ts";

/**
 * Lets a wrapper still tell what the fetcher inside it fetches. That the fetcher can do without an environment, or can
 * be called for many sources at once, is not taken over: the wrapper wants to be called.
 *
 * @param wrapper the new fetcher; what it says of itself stays
 * @param original the fetcher inside
 */
export function describedAs(wrapper: DataFetcher, original: DataFetcher): DataFetcher {
  const { direct: _direct, batch: _batch, wrapBatch: _wrapBatch, ...description } = { ...original } as Record<
    string,
    unknown
  >;
  return Object.assign(wrapper, { ...description, ...wrapper });
}
