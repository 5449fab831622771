/** Whether the value has a `then`, as graphql-js asks it. */
export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null || typeof value === "function" || typeof value === "string"
    ? typeof (value as { then?: unknown }).then === "function"
    : false;
}

/**
 * The promise that `await` would wait for. `Promise.resolve` asks the same question, but is a call for every promise of a
 * response.
 */
export function nativePromise(promise: PromiseLike<unknown>): Promise<unknown> {
  return promise.constructor === Promise ? promise as Promise<unknown> : Promise.resolve(promise);
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
