import { AsyncLocalStorage } from "node:async_hooks";

/** Whether a value is what a native `async function*` returns. */
export function isAsyncGenerator(value: object): value is AsyncGenerator<unknown> {
  return Object.prototype.toString.call(value) === "[object AsyncGenerator]" && Symbol.asyncIterator in value;
}

/**
 * Runs all of an async generator, including `finally`, in the async context in which it was opened. Otherwise its body
 * runs in the context of the caller of `next()`, and if `return()` is called while the body awaits, V8 runs `finally`
 * in no context. `return()` therefore waits until the body is suspended at a `yield`, as the generator itself would.
 *
 * @param generator a generator that was opened in the current async context
 */
export function generatorInContext(generator: AsyncGenerator<unknown>): AsyncIterable<unknown> {
  const inContext = AsyncLocalStorage.snapshot();
  let pending: Promise<IteratorResult<unknown>> | undefined;
  const iterator: AsyncIterator<unknown> = {
    next: () => pending = inContext(() => generator.next()),
    return: async (value?: unknown) => {
      // The caller of `next()` receives the rejection.
      await pending?.catch(() => {});
      return await inContext(() => generator.return(value));
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
