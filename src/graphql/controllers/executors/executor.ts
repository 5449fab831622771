import type { ServiceIdentifier } from "../../../../deps.ts";
import { token } from "../../../kernel/mod.ts";
import type { WorkerTask } from "./worker_task.ts";

/**
 * Work that a controller method returns for an executor: a function without arguments, or a task for another thread.
 */
export type Callable<T = unknown> = (() => T | Promise<T>) | WorkerTask<T>;

/** Runs the callables that controller methods return. */
export interface Executor {
  /**
   * Runs one task.
   *
   * @param task the work
   * @param signal fires when the request is cancelled; work that has not started is then skipped
   * @returns the result of the work
   */
  execute<T>(task: Callable<T>, signal: AbortSignal): Promise<T>;
}

/** Identifier of the {@linkcode Executor} bean; without one, returning a callable is an error. */
export const Executor: ServiceIdentifier<Executor> = token<Executor>("Executor");
