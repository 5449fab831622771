import { generatorInContext, isAsyncGenerator } from "./generator_in_context.ts";
import { observableOf, observe } from "./observable.ts";

/**
 * Returns a value as a stream: an async iterable unchanged, an observable through a queue, and a `ReadableStream`
 * wrapped so that it can be closed while a read is pending.
 *
 * @param value anything
 * @param maxQueued the maximum number of waiting values of an observable
 * @returns the stream, or `undefined` if the value is not a stream
 */
export function asAsyncIterable(value: unknown, maxQueued: number = Infinity): AsyncIterable<unknown> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (value instanceof ReadableStream) return readable(value);
  if (isAsyncGenerator(value)) return generatorInContext(value);
  if (Symbol.asyncIterator in value) return value as AsyncIterable<unknown>;
  const observable = observableOf(value);
  return observable && observe(observable, maxQueued);
}

// The built-in iterator of a `ReadableStream` closes only after the pending read has settled.
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
