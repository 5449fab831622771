import { generatorInContext, isAsyncGenerator } from "./generator_in_context.ts";
import { observableOf, observe } from "./observable.ts";

/**
 * Sees a value as a stream: async iterables as they are, but for readable streams, which are closed while somebody waits
 * for their next value, too; observables through a queue.
 *
 * @param value anything
 * @param maxQueued number of values of an observable that may wait to be read
 * @returns the stream, or `undefined` when the value is none
 */
export function asAsyncIterable(value: unknown, maxQueued: number = Infinity): AsyncIterable<unknown> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (value instanceof ReadableStream) return readable(value);
  if (isAsyncGenerator(value)) return generatorInContext(value);
  if (Symbol.asyncIterator in value) return value as AsyncIterable<unknown>;
  const observable = observableOf(value);
  return observable && observe(observable, maxQueued);
}

// The stream's own iterator is closed only after the value that is waited for has come.
function readable(stream: ReadableStream): AsyncIterable<unknown> {
  return {
    [Symbol.asyncIterator]: () => {
      const reader = stream.getReader();
      return {
        next: () => reader.read() as Promise<IteratorResult<unknown>>,
        return: () => reader.cancel().then(() => ({ done: true, value: undefined })),
      };
    },
  };
}
