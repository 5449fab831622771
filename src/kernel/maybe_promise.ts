/** A value, or a promise of it: what needs no waiting is answered without a promise. */
export type MaybePromise<T> = T | Promise<T>;
