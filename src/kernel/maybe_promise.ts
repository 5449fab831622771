/** A value, or a promise of it: results that are available synchronously need no promise. */
export type MaybePromise<T> = T | Promise<T>;

/** Whether `await` would wait for an object: a promise or another thenable. */
export function isThenable(value: object): value is PromiseLike<unknown> {
  return typeof (value as { readonly then?: unknown }).then === "function";
}
