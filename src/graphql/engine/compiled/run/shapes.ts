/** Whether the value has a `then`, as graphql-js asks it. */
export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null || typeof value === "function" || typeof value === "string"
    ? typeof (value as { then?: unknown }).then === "function"
    : false;
}

const { then } = Promise.prototype;

/**
 * Calls back exactly as `await` goes on: never at once, never twice, and without a look at the `then` of a real
 * promise. A proxy of a promise becomes a rejection, not a synchronous error.
 */
export function whenSettled<T>(
  promise: PromiseLike<T>,
  onValue: (value: T) => void,
  onFailure: (reason: unknown) => void,
): void {
  try {
    // What `Promise.resolve` would return as it is; asked here, that costs less.
    if ((promise as Partial<Promise<T>>).constructor === Promise) {
      then.call(promise, onValue as (value: unknown) => void, onFailure);
      return;
    }
  } catch {
    // Nothing was registered: it is no real promise, or it can't be asked for its constructor.
  }
  then.call(awaited(promise), onValue as (value: unknown) => void, onFailure);
}

function awaited(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    return Promise.resolve(promise);
  } catch (error) {
    return Promise.reject(error); // it can't even be asked for its constructor
  }
}

/** How arrays are iterated unless one of them has a way of its own. */
const arrayIterator = Array.prototype[Symbol.iterator];

/** Whether the value is an array that may be read by index, as its one iterator does nothing else. */
export function isPlainArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value[Symbol.iterator] === arrayIterator &&
    (value as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === undefined;
}

/** Whether the value can be read with `for await`. */
export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof (value as Partial<AsyncIterable<unknown>> | null | undefined)?.[Symbol.asyncIterator] === "function";
}
