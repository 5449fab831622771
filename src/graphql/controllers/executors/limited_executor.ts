import { AsyncLocalStorage } from "node:async_hooks";
import type { Callable, Executor } from "./executor.ts";
import { WaitingLine } from "./waiting_line.ts";
import { WorkerTask } from "./worker_task.ts";

/** Runs callables on the thread at hand, a limited number at the same time; the others wait for their turn. */
export class LimitedExecutor implements Executor {
  readonly #limit: number;
  readonly #line = new WaitingLine();
  #running = 0;

  /**
   * Creates the executor.
   *
   * @param limit most callables that run at the same time
   */
  constructor(limit: number) {
    if (!Number.isInteger(limit) || limit < 1) {
      throw new RangeError(`Cannot limit concurrency as it must be an integer >= 1: current value is "${limit}"`);
    }
    this.#limit = limit;
  }

  /** Runs the task when it is its turn. */
  async execute<T>(task: Callable<T>, signal: AbortSignal): Promise<T> {
    if (task instanceof WorkerTask) {
      throw new TypeError(`Cannot run worker task "${task.exportName}" as it must be given to a WorkerExecutor`);
    }
    // Whoever makes room runs in another flow, so the present one is kept for the task.
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

  // Room is handed over, so that nobody slips in between.
  #makeRoom(): void {
    if (!this.#line.serve()) this.#running--;
  }
}
