import { AsyncResource } from "node:async_hooks";

/**
 * The async context in which this module was loaded: that of the program's start, outside of all requests. It is a
 * constant and holds nothing of any request.
 */
const root = new AsyncResource("espalier.root");

/**
 * Runs a function outside of the current async context: no `AsyncLocalStorage` has a value in it that was set since the
 * program started.
 *
 * All entry points of an application run in this context: requests, events of sockets, timers shared by requests,
 * start-up and shutdown. Deno does not guarantee that: a dynamic `import()` leaves its async context active
 * for all requests that follow.
 *
 * @param run the function
 * @param args its arguments
 * @returns the result of the function
 */
export function inRootContext<A extends unknown[], R>(run: (...args: A) => R, ...args: A): R {
  // The types of `AsyncResource` do not follow the arguments.
  return root.runInAsyncScope(run as (...args: unknown[]) => R, undefined, ...args);
}

/**
 * Runs functions in the async context of the program's start, a microtask later than `inRootContext` and for less than
 * half of its processor time, which counts where every request enters.
 *
 * Promise reactions created in that context wait for work. The engine runs each reaction in the context in which it was
 * created, which costs nothing; `inRootContext` creates a resource and a context for every call. Each function has its
 * own reaction, created before any of them runs: `AsyncLocalStorage.enterWith` changes the context of
 * everything that is run or created later in the same reaction.
 */
export class RootContextEntry {
  readonly #atOnce = Promise.resolve();
  #waiting: (() => void)[] = [];
  #wake!: () => void;

  /** @param within sets values that every entry finds; they are set once, so that no entry pays for them */
  constructor(within: (wait: () => void) => void = (wait) => wait()) {
    inRootContext(() => within(() => this.#wait()));
  }

  /**
   * Runs a function in the context of the program's start.
   *
   * @param run the function
   * @returns the result of the function; rejected with its exception
   */
  enter<R>(run: () => R | PromiseLike<R>): Promise<R> {
    const { promise, resolve, reject } = Promise.withResolvers<R>();
    this.#waiting.push(() => {
      try {
        resolve(run());
      } catch (error) {
        reject(error);
      }
    });
    if (this.#waiting.length === 1) this.#wake();
    return promise;
  }

  /** Waits in the current context, which is that of the program's start with the values that every entry finds. */
  #wait(): void {
    new Promise<void>((wake) => this.#wake = wake).then(() => this.#runWaiting());
  }

  #runWaiting(): void {
    const taken = this.#waiting;
    this.#waiting = [];
    this.#wait();
    for (let i = 1; i < taken.length; i++) this.#atOnce.then(taken[i]);
    taken[0]!();
  }
}
