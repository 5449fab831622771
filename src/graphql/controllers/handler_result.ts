import type { DataFetcherResult } from "../wiring/mod.ts";
import type { WorkerTask } from "./executors/worker_task.ts";

/** The subset of an observable that is used, as in RxJS and other libraries. */
export interface ObservableLike<T> {
  /** Subscribes to the values. */
  subscribe(observer: {
    next: (value: T) => void;
    error: (error: unknown) => void;
    complete: () => void;
  }): { unsubscribe(): void };
}

/** A value, or a value with errors and a local context. */
type Result<T> = T | DataFetcherResult<T>;

/** A list may also be returned as a stream of its elements. */
type Streamed<T> = T extends readonly (infer E)[] ? AsyncIterable<E> | ObservableLike<E> : never;

type Returned<T> = Result<T> | Streamed<T> | Promise<Result<T> | Streamed<T>>;

/**
 * The return type of a method for a field whose value is a `T`: the value, a promise, a stream, a
 * {@linkcode DataFetcherResult}, or a function without arguments that runs on the executor.
 */
export type HandlerResult<T> = Returned<T> | (() => Returned<T>) | WorkerTask<T>;

type StreamOf<T> = AsyncIterable<T> | ObservableLike<T>;

/** The return type of a subscription method for events of type `T`; a plain value is a stream of one item. */
export type SubscriptionResult<T> =
  | Result<StreamOf<T>>
  | T
  | Promise<Result<StreamOf<T>> | T>;

type Batch<K, V> =
  | ReadonlyMap<K, V>
  | readonly (V | Error)[]
  | AsyncIterable<V>
  | Promise<ReadonlyMap<K, V> | readonly (V | Error)[] | AsyncIterable<V>>;

/** The return type of a batch method: a map from source to value, or the values in the order of the sources. */
export type BatchResult<K, V> = Batch<K, V> | (() => Batch<K, V>);
