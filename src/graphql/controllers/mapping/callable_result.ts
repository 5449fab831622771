import type { Executor } from "../executors/executor.ts";
import { WorkerTask } from "../executors/worker_task.ts";

/** The caller of a method: its signal cancels the method's work. */
export interface Caller {
  readonly signal: AbortSignal;
}

/** Runs a returned callable on the executor. Called for every field, so it allocates no objects. */
export type CallableRunner = (returned: unknown, caller: Caller) => unknown;

/**
 * Creates the runner of a method.
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
