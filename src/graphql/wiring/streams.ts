import { observableOf, observe } from "./observable.ts";

/**
 * Sees a value as a stream: async iterables as they are, observables (`Symbol.observable`) through a queue.
 *
 * @param value anything
 * @returns the stream, or `undefined` when the value is none
 */
export function asAsyncIterable(value: unknown): AsyncIterable<unknown> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (Symbol.asyncIterator in value) return value as AsyncIterable<unknown>;
  const observable = observableOf(value);
  return observable && observe(observable);
}
