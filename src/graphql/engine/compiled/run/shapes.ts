/** Whether the value has a `then` method, with graphql-js's check. */
export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null || typeof value === "function" || typeof value === "string"
    ? typeof (value as { then?: unknown }).then === "function"
    : false;
}

const { then } = Promise.prototype;

/**
 * Calls back with the timing of `await`: asynchronously, once, and without reading the `then` of a native promise. A
 * proxy of a promise becomes a rejection, not a synchronous error.
 */
export function whenSettled<T>(
  promise: PromiseLike<T>,
  onValue: (value: T) => void,
  onFailure: (reason: unknown) => void,
): void {
  try {
    // `Promise.resolve` would return these unchanged; this check is cheaper.
    if ((promise as Partial<Promise<T>>).constructor === Promise) {
      then.call(promise, onValue as (value: unknown) => void, onFailure);
      return;
    }
  } catch {
    // No callback was registered: it is not a native promise, or reading its constructor throws.
  }
  then.call(awaited(promise), onValue as (value: unknown) => void, onFailure);
}

function awaited(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    return Promise.resolve(promise);
  } catch (error) {
    return Promise.reject(error); // reading its constructor throws
  }
}

/** The default iterator of arrays. */
const arrayIterator = Array.prototype[Symbol.iterator];

/** Whether the value is an array with the default iterator, so that it may be read by index. */
export function isPlainArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value[Symbol.iterator] === arrayIterator &&
    (value as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === undefined;
}

/** Whether the value can be read with `for await`. */
export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof (value as Partial<AsyncIterable<unknown>> | null | undefined)?.[Symbol.asyncIterator] === "function";
}
