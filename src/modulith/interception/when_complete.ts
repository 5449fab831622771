import { type Failure, isIterator, observedIterator } from "./observed_iterator.ts";

/**
 * Calls back when the result of a call is complete: a promise when it settles, an iterator when it finishes, any other
 * value at once.
 *
 * @param result the return value of the call
 * @param ended called once, with the error if the promise or the iterator failed
 * @returns the value to return to the caller instead of the result
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
    // Return the promise itself, so that subclasses of `Promise` keep their class.
    return result;
  }
  if (isIterator(result)) return observedIterator(result, { ended });
  ended();
  return result;
}
