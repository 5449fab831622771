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
 * Everything that enters an application runs in this context: requests, events of sockets, timers shared by requests,
 * start-up and shutdown. Deno does not guarantee that by itself: a dynamic `import()` leaves its own async context behind
 * for all requests that follow.
 *
 * @param run what to run
 * @param args its arguments
 * @returns what the function returned
 */
export function inRootContext<A extends unknown[], R>(run: (...args: A) => R, ...args: A): R {
  // The types of `AsyncResource` do not follow the arguments.
  return root.runInAsyncScope(run as (...args: unknown[]) => R, undefined, ...args);
}

/**
 * Runs functions in the async context of the program's start, a microtask later than `inRootContext` and for less than
 * half of its processor time, which counts where every request enters.
 *
 * A reaction of a promise, made in that context, waits for work. The engine runs each reaction in the context in which
 * it was made, which costs nothing; `inRootContext` makes a resource and a context of its own for every call. Each
 * function has a reaction of its own, made before any of them runs: `AsyncLocalStorage.enterWith` changes the context of
 * everything that is run or made later in the same reaction.
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
   * @param run what to run
   * @returns what the function returned; rejected with what it threw
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
