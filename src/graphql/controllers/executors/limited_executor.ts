import { AsyncLocalStorage } from "node:async_hooks";
import type { Callable, Executor } from "./executor.ts";
import { WaitingLine } from "./waiting_line.ts";
import { WorkerTask } from "./worker_task.ts";

/** Runs callables on the current thread, a limited number at a time; the others wait in a FIFO queue. */
export class LimitedExecutor implements Executor {
  readonly #limit: number;
  readonly #line = new WaitingLine();
  #running = 0;

  /**
   * Creates the executor.
   *
   * @param limit the maximum number of callables that run concurrently
   */
  constructor(limit: number) {
    if (!Number.isInteger(limit) || limit < 1) {
      throw new RangeError(`Cannot limit concurrency as it must be an integer >= 1: current value is "${limit}"`);
    }
    this.#limit = limit;
  }

  /** Runs the task as soon as the limit permits. */
  async execute<T>(task: Callable<T>, signal: AbortSignal): Promise<T> {
    if (task instanceof WorkerTask) {
      throw new TypeError(`Cannot run worker task "${task.exportName}" as it must be given to a WorkerExecutor`);
    }
    // The task is started from another task's async context, so the current context is captured for it.
    const inContext = AsyncLocalStorage.snapshot();
    await this.#turn(signal);
    try {
      return await inContext(task);
    } finally {
      this.#makeRoom();
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#running >= this.#limit) await this.#line.join(signal);
    else this.#running++;
  }

  // Passes the slot to the next waiter directly, so that no newer task can take it.
  #makeRoom(): void {
    if (!this.#line.serve()) this.#running--;
  }
}
