/** Whether the value has a `then`, as graphql-js asks it. */
export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null || typeof value === "function" || typeof value === "string"
    ? typeof (value as { then?: unknown }).then === "function"
    : false;
}

/** Whether the value can be read with `for await`. */
export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof (value as Partial<AsyncIterable<unknown>> | null | undefined)?.[Symbol.asyncIterator] === "function";
}
