/** A value, or a promise of it: what needs no waiting is answered without a promise. */
export type MaybePromise<T> = T | Promise<T>;

/** Whether `await` would wait for an object: a promise, or what any library takes for one. */
export function isThenable(value: object): value is PromiseLike<unknown> {
  return typeof (value as { readonly then?: unknown }).then === "function";
}
