/** What a subscription to an {@linkcode Observable} offers. */
interface Subscription {
  unsubscribe(): void;
}

/** The part of the observable proposal that libraries agree on. */
export interface Observable {
  subscribe(observer: {
    next(value: unknown): void;
    error(error: unknown): void;
    complete(): void;
  }): Subscription;
}

/**
 * Sees a value as an observable by the interoperation point that libraries share.
 *
 * @param value any object
 * @returns the observable, or `undefined`
 */
export function observableOf(value: object): Observable | undefined {
  const symbol = (Symbol as { readonly observable?: symbol }).observable ?? "@@observable";
  const maker = (value as Record<string | symbol, unknown>)[symbol] ??
    (value as Record<string, unknown>)["@@observable"];
  return typeof maker === "function" ? maker.call(value) as Observable : undefined;
}

type Ending = { readonly kind: "complete" } | { readonly kind: "error"; readonly error: unknown };

/**
 * Reads an observable as an async iterable. Values that arrive before they are asked for wait in a queue; leaving the
 * loop unsubscribes.
 *
 * @param observable the source
 */
export async function* observe(observable: Observable): AsyncGenerator<unknown> {
  const queue: unknown[] = [];
  let ending: Ending | undefined;
  let wake = () => {};
  const end = (how: Ending) => {
    ending ??= how;
    wake();
  };
  const subscription = observable.subscribe({
    next: (value) => {
      queue.push(value);
      wake();
    },
    error: (error) => end({ kind: "error", error }),
    complete: () => end({ kind: "complete" }),
  });
  try {
    while (true) {
      while (queue.length > 0) yield queue.shift();
      if (ending?.kind === "error") throw ending.error;
      if (ending) return;
      await new Promise<void>((resolve) => wake = resolve);
    }
  } finally {
    subscription.unsubscribe();
  }
}
