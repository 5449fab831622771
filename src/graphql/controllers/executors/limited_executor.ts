import { AsyncLocalStorage } from "node:async_hooks";
import type { Callable, Executor } from "./executor.ts";
import { WorkerTask } from "./worker_task.ts";

interface Waiting {
  readonly begin: () => void;
}

/** Runs callables on the thread at hand, a limited number at the same time; the others wait for their turn. */
export class LimitedExecutor implements Executor {
  readonly #limit: number;
  readonly #waiting: Waiting[] = [];
  #running = 0;

  /** @param limit most callables that run at the same time */
  constructor(limit: number) {
    if (!Number.isInteger(limit) || limit < 1) {
      throw new RangeError(`Cannot limit concurrency as it must be an integer >= 1: current value is "${limit}"`);
    }
    this.#limit = limit;
  }

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
      this.#running--;
      this.#waiting.shift()?.begin();
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#running >= this.#limit) await this.#waitForRoom(signal);
    this.#running++;
  }

  #waitForRoom(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = () => {
        const at = this.#waiting.indexOf(entry);
        if (at >= 0) this.#waiting.splice(at, 1);
        reject(signal.reason);
      };
      const entry: Waiting = {
        begin: () => {
          signal.removeEventListener("abort", cancel);
          resolve();
        },
      };
      signal.addEventListener("abort", cancel, { once: true });
      this.#waiting.push(entry);
    });
  }
}
