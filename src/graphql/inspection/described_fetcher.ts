import type { DataFetcher, SelfDescribingDataFetcher } from "../wiring/mod.ts";

/**
 * The fetcher as a self-describing one.
 *
 * @param fetcher any data fetcher
 * @returns `undefined` if it does not describe itself
 */
export function describedFetcher(fetcher: DataFetcher): SelfDescribingDataFetcher | undefined {
  const candidate = fetcher as Partial<SelfDescribingDataFetcher>;
  return typeof candidate.description === "string" && candidate.expectedArguments instanceof Map
    ? fetcher as SelfDescribingDataFetcher
    : undefined;
}
