/** What happens around an iterator that a call returned. */
export interface IteratorObserver {
  /** Runs each step; by default in place. */
  readonly run?: <T>(step: () => T) => T;
  /** Called once when the iterator has finished, with the error if it failed. */
  readonly ended?: (failure?: Failure) => void;
}

/** Why a call or an iteration failed. */
export interface Failure {
  readonly error: unknown;
}

type AnyIterator = Iterator<unknown> | AsyncIterator<unknown>;
type Step = IteratorResult<unknown> | Promise<IteratorResult<unknown>>;

/** Whether a value is an iterator, such as a generator; lists and other iterables are not. */
export function isIterator(value: unknown): value is AnyIterator {
  return typeof value === "object" && value !== null && "next" in value && typeof value.next === "function" &&
    (Symbol.asyncIterator in value || Symbol.iterator in value);
}

/**
 * Wraps an iterator so that an observer sees its steps and its end. Steps start when they are asked for, as before.
 *
 * @param iterator an iterator, synchronous or asynchronous
 * @param observer what to run around the steps and at the end
 * @returns an iterator with the same items
 */
export function observedIterator(iterator: AnyIterator, observer: IteratorObserver): AnyIterator {
  const step = stepper(observer);
  // The members are those that the wrapped iterator has: `yield*` and `for await` ask for them by name.
  const made = {
    next: (...value: [] | [unknown]) => step(() => iterator.next(...value)),
    ...(iterator.return && { return: (value?: unknown) => step(() => iterator.return!(value)) }),
    ...(iterator.throw && { throw: (error?: unknown) => step(() => iterator.throw!(error)) }),
    [Symbol.asyncIterator in iterator ? Symbol.asyncIterator : Symbol.iterator]() {
      return made;
    },
    async [Symbol.asyncDispose]() {
      await made.return?.();
    },
    [Symbol.dispose]() {
      made.return?.();
    },
  } as AnyIterator;
  return made;
}

/** Makes what runs a step and tells the observer of the end, once. */
function stepper({ run = (step) => step(), ended = () => {} }: IteratorObserver): (take: () => Step) => Step {
  let isOver = false;
  const end = (failure?: Failure) => {
    if (isOver) return;
    isOver = true;
    ended(failure);
  };
  const settle = (result: IteratorResult<unknown>) => {
    if (result.done) end();
    return result;
  };
  const fail = (error: unknown): never => {
    end({ error });
    throw error;
  };
  return (take) => {
    try {
      const result = run(take);
      return result instanceof Promise ? result.then(settle, fail) : settle(result);
    } catch (error) {
      return fail(error);
    }
  };
}
