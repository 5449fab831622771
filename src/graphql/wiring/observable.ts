import { EventQueueOverflowError } from "./event_queue.ts";

/** A subscription to an {@linkcode Observable}. */
interface Subscription {
  unsubscribe(): void;
}

/** The part of the observable proposal that libraries implement alike. */
export interface Observable {
  subscribe(observer: {
    next(value: unknown): void;
    error(error: unknown): void;
    complete(): void;
  }): Subscription;
}

/**
 * Returns a value as an observable if it has the method `Symbol.observable` (or `@@observable`) or `subscribe`. Called
 * only where a list or a stream is expected, so that any other object with a `subscribe` method would be an error.
 *
 * @param value any object
 * @returns the observable, or `undefined`
 */
export function observableOf(value: object): Observable | undefined {
  const symbol = (Symbol as { readonly observable?: symbol }).observable ?? "@@observable";
  const maker = (value as Record<string | symbol, unknown>)[symbol] ??
    (value as Record<string, unknown>)["@@observable"];
  if (typeof maker === "function") return maker.call(value) as Observable;
  const canBeSubscribedTo = typeof (value as Partial<Observable>).subscribe === "function";
  return canBeSubscribedTo && !(Symbol.iterator in value) ? value as Observable : undefined;
}

type Ending = { readonly kind: "complete" } | { readonly kind: "error"; readonly error: unknown };

/**
 * Reads an observable as an async iterable. Values that arrive before they are read wait in a queue; closing the
 * iterator unsubscribes at once, even while `next()` is pending.
 *
 * @param observable the source
 * @param maxQueued the maximum number of waiting values; one more unsubscribes, empties the queue, and fails the
 *   iteration
 */
export function observe(observable: Observable, maxQueued: number): AsyncIterable<unknown> {
  return { [Symbol.asyncIterator]: () => new Observation(observable, maxQueued) };
}

// Not a generator: `return()` of a generator waits while its body awaits the next value.
class Observation implements AsyncIterator<unknown> {
  readonly #observable: Observable;
  readonly #maxQueued: number;
  readonly #queue: unknown[] = [];
  #subscription: Subscription | undefined;
  #ending: Ending | undefined;
  #change = Promise.withResolvers<void>();

  constructor(observable: Observable, maxQueued: number) {
    this.#observable = observable;
    this.#maxQueued = maxQueued;
  }

  async next(): Promise<IteratorResult<unknown>> {
    if (this.#ending === undefined) this.#subscription ??= this.#subscribe();
    while (this.#queue.length === 0 && this.#ending === undefined) await this.#change.promise;
    if (this.#queue.length > 0) return { done: false, value: this.#queue.shift() };
    const ending = this.#ending;
    await this.return();
    if (ending?.kind === "error") throw ending.error;
    return { done: true, value: undefined };
  }

  return(): Promise<IteratorResult<unknown>> {
    this.#queue.length = 0;
    this.#ending = { kind: "complete" };
    this.#changed();
    const subscription = this.#subscription;
    this.#subscription = undefined;
    // Unsubscribes synchronously; an error of the observable rejects the promise.
    return new Promise((resolve) => {
      subscription?.unsubscribe();
      resolve({ done: true, value: undefined });
    });
  }

  #subscribe(): Subscription {
    return this.#observable.subscribe({
      next: (value) => this.#push(value),
      error: (error) => this.#end({ kind: "error", error }),
      complete: () => this.#end({ kind: "complete" }),
    });
  }

  #push(value: unknown): void {
    if (this.#ending === undefined) this.#queue.push(value);
    if (this.#queue.length > this.#maxQueued) this.#overflow();
    this.#changed();
  }

  #overflow(): void {
    this.#queue.length = 0;
    this.#ending = { kind: "error", error: new EventQueueOverflowError(this.#maxQueued) };
    // If the source emits during `subscribe`, there is no subscription yet: the next `next()` unsubscribes.
    this.#unsubscribe();
  }

  #unsubscribe(): void {
    const subscription = this.#subscription;
    this.#subscription = undefined;
    try {
      subscription?.unsubscribe();
    } catch {
      // The client receives the overflow error instead.
    }
  }

  #end(how: Ending): void {
    this.#ending ??= how;
    this.#changed();
  }

  #changed(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers<void>();
  }
}
