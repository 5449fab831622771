import { type Failure, isIterator, observedIterator } from "./observed_iterator.ts";

/**
 * Calls back when what a call returned is complete: a promise when it settles, an iterator when it finishes, anything
 * else at once.
 *
 * @param result what the call returned
 * @param ended called once, with the error if the promise or the iterator failed
 * @returns what the caller is to receive in place of the result
 *
 * @example
 * ```ts
 * import { whenComplete } from "./when_complete.ts";
 *
 * await whenComplete(Promise.resolve(1), (failure) => console.log(failure === undefined ? "done" : "failed"));
 * ```
 */
export function whenComplete(result: unknown, ended: (failure?: Failure) => void): unknown {
  if (result instanceof Promise) {
    result.then(() => ended(), (error) => ended({ error }));
    // The promise itself: what waits on it sees the same outcome, and a subclass stays what it is.
    return result;
  }
  if (isIterator(result)) return observedIterator(result, { ended });
  ended();
  return result;
}
