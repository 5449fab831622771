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
