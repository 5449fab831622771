import type { DataFetcherResult } from "../wiring/mod.ts";
import type { WorkerTask } from "./executors/worker_task.ts";

/** The part of an observable that is needed, as RxJS and others have it. */
export interface ObservableLike<T> {
  /** Begins to receive values. */
  subscribe(observer: {
    next: (value: T) => void;
    error: (error: unknown) => void;
    complete: () => void;
  }): { unsubscribe(): void };
}

/** A value, or a value with errors and a local context. */
type Result<T> = T | DataFetcherResult<T>;

/** A list may also come as a stream of its elements. */
type Streamed<T> = T extends readonly (infer E)[] ? AsyncIterable<E> | ObservableLike<E> : never;

type Returned<T> = Result<T> | Streamed<T> | Promise<Result<T> | Streamed<T>>;

/**
 * What a method may return for a field whose value is a `T`: the value, a promise, a stream, a
 * {@linkcode DataFetcherResult}, or a function without arguments that runs on the executor.
 */
export type HandlerResult<T> = Returned<T> | (() => Returned<T>) | WorkerTask<T>;

type StreamOf<T> = AsyncIterable<T> | ObservableLike<T>;

/** What a subscription method may return for events of type `T`; a plain value is a stream of one item. */
export type SubscriptionResult<T> =
  | Result<StreamOf<T>>
  | T
  | Promise<Result<StreamOf<T>> | T>;

type Batch<K, V> =
  | ReadonlyMap<K, V>
  | readonly (V | Error)[]
  | AsyncIterable<V>
  | Promise<ReadonlyMap<K, V> | readonly (V | Error)[] | AsyncIterable<V>>;

/** What a batch method may return: a map from source to value, or the values in the order of the sources. */
export type BatchResult<K, V> = Batch<K, V> | (() => Batch<K, V>);
