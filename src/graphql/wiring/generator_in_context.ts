import { AsyncLocalStorage } from "node:async_hooks";

/** Whether a value is what a native `async function*` returns. */
export function isAsyncGenerator(value: object): value is AsyncGenerator<unknown> {
  return Object.prototype.toString.call(value) === "[object AsyncGenerator]" && Symbol.asyncIterator in value;
}

/**
 * Runs all of an async generator in the async context in which it was opened, its `finally` included. The body of a
 * generator runs in the context of whoever asks for the next value, and where `return()` comes while the body awaits,
 * V8 runs `finally` in no context at all. `return()` therefore waits until the body stands at a `yield`, as the
 * generator itself would.
 *
 * @param generator was opened in the current async context
 */
export function generatorInContext(generator: AsyncGenerator<unknown>): AsyncIterable<unknown> {
  const inContext = AsyncLocalStorage.snapshot();
  let pending: Promise<IteratorResult<unknown>> | undefined;
  const iterator: AsyncIterator<unknown> = {
    next: () => pending = inContext(() => generator.next()),
    return: async (value?: unknown) => {
      // Who asked for the value gets its failure.
      await pending?.catch(() => {});
      return await inContext(() => generator.return(value));
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
