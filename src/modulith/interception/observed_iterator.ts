/** Callbacks around the steps of an iterator. */
export interface IteratorObserver {
  /** Runs each step; by default in the current context. */
  readonly run?: <T>(step: () => T) => T;
  /** Called once when the iterator has finished, with the error if it failed. */
  readonly ended?: (failure?: Failure) => void;
}

/** Why a call or an iteration failed. */
export interface Failure {
  /** What was thrown. */
  readonly error: unknown;
}

type AnyIterator = Iterator<unknown> | AsyncIterator<unknown>;
/** The result of a step; `undefined` for disposal. */
type Result = IteratorResult<unknown> | undefined;
type Step = Result | Promise<Result>;

/** Whether a value is an iterator, such as a generator; lists and other iterables are not. */
export function isIterator(value: unknown): value is AnyIterator {
  return typeof value === "object" && value !== null && "next" in value && typeof value.next === "function" &&
    (Symbol.asyncIterator in value || Symbol.iterator in value);
}

/**
 * Wraps an iterator so that an observer sees its steps and its end. Steps stay lazy, and all other members of the
 * iterator stay available.
 *
 * @param iterator a synchronous or asynchronous iterator
 * @param observer the callbacks around the steps and at the end
 * @returns an iterator with the same items
 */
export function observedIterator(iterator: AnyIterator, observer: IteratorObserver): AnyIterator {
  const step = stepper(observer);
  // The target is a derived object, since the invariants of proxies would prevent wrapping a frozen iterator.
  const observed: AnyIterator = new Proxy(Object.create(iterator) as AnyIterator, {
    get(_, key) {
      const member: unknown = Reflect.get(iterator, key, iterator);
      if (typeof member !== "function") return member;
      if (key === Symbol.iterator || key === Symbol.asyncIterator) return () => observed;
      // Iterator helpers such as `map` must be called on the wrapper, so that they use its steps.
      if (member === Reflect.get(Iterator.prototype, key) && !isDisposal(key)) return member;
      if (!isStep(key)) return member.bind(iterator);
      return (...args: unknown[]) => step(() => member.apply(iterator, args), isDisposal(key));
    },
  });
  return observed;
}

function isStep(key: string | symbol): boolean {
  return key === "next" || key === "return" || key === "throw" || isDisposal(key);
}

function isDisposal(key: string | symbol): boolean {
  return key === Symbol.dispose || key === Symbol.asyncDispose;
}

/** Creates a function that runs a step, and notifies the observer of the end once. */
function stepper(
  { run = (step) => step(), ended = () => {} }: IteratorObserver,
): (take: () => Step, isLast: boolean) => Step {
  let isOver = false;
  const end = (failure?: Failure) => {
    if (isOver) return;
    isOver = true;
    ended(failure);
  };
  const fail = (error: unknown): never => {
    end({ error });
    throw error;
  };
  return (take, isLast) => {
    const settle = (result: Result) => {
      if (isLast || result?.done) end();
      return result;
    };
    try {
      const result = run(take);
      return result instanceof Promise ? result.then(settle, fail) : settle(result);
    } catch (error) {
      return fail(error);
    }
  };
}
