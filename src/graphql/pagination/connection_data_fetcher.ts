import type { MaybePromise } from "../../kernel/mod.ts";
import type {
  BatchedDataFetcher,
  BatchFunction,
  DataFetcher,
  DataFetchingEnvironment,
  DirectDataFetcher,
} from "../wiring/mod.ts";
import type { ConnectionAdapter } from "./connection_adapter.ts";
import { connectionOf } from "./connection_of.ts";

/**
 * Creates a data fetcher whose values are connections, with the description and the functions of the given fetcher.
 *
 * @param fetcher returns containers of items
 * @param adapter adapts them
 * @param isNullable whether the field may be null
 */
export function connectionDataFetcher(
  fetcher: DataFetcher,
  adapter: ConnectionAdapter,
  isNullable: boolean,
): DataFetcher {
  const adapt = (value: unknown): unknown => connectionOf(adapter, value, isNullable);
  const decorated = (environment: DataFetchingEnvironment) => adapt(fetcher(environment));
  const { direct, batch, wrapBatch, ...description } = fetcher as Partial<DirectDataFetcher & BatchedDataFetcher>;
  const own = fetcher as DirectDataFetcher & BatchedDataFetcher;
  const ways: { -readonly [W in "direct" | "batch" | "wrapBatch"]?: (typeof own)[W] } = {};
  // Called on the fetcher, whose functions an instrumentation may replace later.
  if (direct) ways.direct = (source, args, request) => adapt(own.direct(source, args, request));
  if (batch) {
    ways.batch = (sources, args, environment) => adaptBatch(own.batch(sources, args, environment), { sources, adapt });
  }
  if (wrapBatch) {
    ways.wrapBatch = (wrap) =>
      connectionDataFetcher(wrapBatch.call(own, wrap), adapter, isNullable) as BatchedDataFetcher; // of a batched one
  }
  return Object.assign(decorated, description, ways);
}

type BatchResult = ReturnType<BatchFunction>;

interface BatchAdaptation {
  readonly sources: readonly unknown[];
  readonly adapt: (value: unknown) => unknown;
}

function adaptBatch(values: BatchResult, { sources, adapt }: BatchAdaptation): BatchResult {
  // A missing entry of a map is adapted like null.
  const each = (settled: Awaited<BatchResult>): Awaited<BatchResult> =>
    settled instanceof Map
      ? new Map(sources.map((source) => [source, adapt(settled.get(source))]))
      : (settled as readonly unknown[]).map(adapt);
  return isPromise(values) ? values.then(each) : each(values);
}

function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return value instanceof Promise;
}
