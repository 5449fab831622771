import type { Executor } from "../executors/executor.ts";
import { WorkerTask } from "../executors/worker_task.ts";

/** Hands what a method returned to the executor, where it is a callable. */
export type CallableRunner = (returned: unknown, signal: () => AbortSignal) => unknown;

/**
 * Makes the runner of a method.
 *
 * @param description names the method
 * @param executor runs callables, or `undefined`
 */
export function callableRunner(description: string, executor: Executor | undefined): CallableRunner {
  return (returned, signal) => {
    if (typeof returned !== "function" && !(returned instanceof WorkerTask)) return returned;
    if (executor) return executor.execute(returned as () => unknown, signal());
    throw new TypeError(
      "Controller method has Callable return value or invokeAsync=true, but Executor not provided: " + description,
    );
  };
}
