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
 * Makes a data fetcher whose values are connections. What the fetcher says of itself, and its ways to be called, stay.
 *
 * @param fetcher gives containers of items
 * @param adapter adapts them
 * @param isNullable whether the field may be null
 */
export function connectionDataFetcher(
  fetcher: DataFetcher,
  adapter: ConnectionAdapter,
  isNullable: boolean,
): DataFetcher {
  const adapt = (value: unknown): unknown =>
    value instanceof Promise
      ? value.then((settled) => connectionOf(adapter, settled, isNullable))
      : connectionOf(adapter, value, isNullable);
  const decorated = (environment: DataFetchingEnvironment) => adapt(fetcher(environment));
  const { direct, batch, ...description } = fetcher as Partial<DirectDataFetcher & BatchedDataFetcher>;
  const own = fetcher as DirectDataFetcher & BatchedDataFetcher;
  const ways: { direct?: DirectDataFetcher["direct"]; batch?: BatchFunction } = {};
  // Called on the fetcher, whose functions an instrumentation may replace later.
  if (direct) ways.direct = (source, args, request) => adapt(own.direct(source, args, request));
  if (batch) ways.batch = (...call) => adaptBatch(own.batch(...call), (v) => connectionOf(adapter, v, isNullable));
  return Object.assign(decorated, description, ways);
}

type BatchResult = ReturnType<BatchFunction>;

function adaptBatch(values: BatchResult, adapt: (value: unknown) => unknown): BatchResult {
  const each = (settled: Awaited<BatchResult>): Awaited<BatchResult> =>
    Array.isArray(settled)
      ? settled.map(adapt)
      : new Map([...settled as ReadonlyMap<unknown, unknown>].map(([source, value]) => [source, adapt(value)]));
  return isPromise(values) ? values.then(each) : each(values);
}

function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return value instanceof Promise;
}
