import type { Executor } from "../executors/executor.ts";
import { WorkerTask } from "../executors/worker_task.ts";

/** For whom a method was called: whoever has the signal that cancels its work. */
export interface Caller {
  readonly signal: AbortSignal;
}

/** Hands what a method returned to the executor, where it is a callable. Runs for every field: it makes no objects. */
export type CallableRunner = (returned: unknown, caller: Caller) => unknown;

/**
 * Makes the runner of a method.
 *
 * @param description names the method
 * @param executor runs callables, or `undefined`
 */
export function callableRunner(description: string, executor: Executor | undefined): CallableRunner {
  return (returned, caller) => {
    if (typeof returned !== "function" && !(returned instanceof WorkerTask)) return returned;
    if (executor) return executor.execute(returned as () => unknown, caller.signal);
    throw new TypeError(
      "Controller method has Callable return value or invokeAsync=true, but Executor not provided: " + description,
    );
  };
}
