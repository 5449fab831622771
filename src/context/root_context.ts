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
 * Runs functions in the async context of the program's start, a microtask later than `inRootContext` and for a tenth of
 * its processor time, which counts where every request enters.
 *
 * One asynchronous function waits in that context for work. The engine restores a function's context when it continues
 * after `await`, which costs nothing; `inRootContext` makes a resource and a context of its own for every call.
 */
export class RootContextEntry {
  #waiting: (() => void)[] = [];
  #wake: (() => void) | undefined;

  constructor() {
    inRootContext(() => void this.#work());
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
    this.#wake?.();
    this.#wake = undefined;
    return promise;
  }

  async #work(): Promise<never> {
    for (;;) {
      if (this.#waiting.length === 0) await new Promise<void>((wake) => this.#wake = wake);
      for (const run of this.#take()) run();
    }
  }

  #take(): readonly (() => void)[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }
}
