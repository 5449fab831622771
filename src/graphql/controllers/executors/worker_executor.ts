import type { Callable, Executor } from "./executor.ts";
import { TaskWorker } from "./task_worker.ts";
import { WaitingLine } from "./waiting_line.ts";
import { WorkerTask } from "./worker_task.ts";

/**
 * Runs worker tasks on separate threads. Threads are started on demand and reused; the thread of a cancelled task is
 * terminated, because a computation can't be stopped otherwise.
 */
export class WorkerExecutor implements Executor, Disposable {
  readonly #size: number;
  readonly #idle: TaskWorker[] = [];
  readonly #all = new Set<TaskWorker>();
  readonly #line = new WaitingLine<TaskWorker>();

  /**
   * Creates the executor.
   *
   * @param size the maximum number of threads; by default one less than the number of logical processors
   */
  constructor(size: number = Math.max(1, navigator.hardwareConcurrency - 1)) {
    if (!Number.isInteger(size) || size < 1) {
      throw new RangeError(`Cannot limit threads as the limit must be an integer >= 1: current value is "${size}"`);
    }
    this.#size = size;
  }

  /** Runs the task on a free thread, or on a new one. */
  async execute<T>(task: Callable<T>, signal: AbortSignal): Promise<T> {
    if (!(task instanceof WorkerTask)) {
      throw new TypeError(
        "Cannot run a function on another thread as it must be a workerTask(moduleUrl, export, args): " +
          "functions can't be sent to a worker",
      );
    }
    signal.throwIfAborted();
    const worker = this.#idle.pop() ?? this.#start() ?? await this.#line.join(signal);
    try {
      // The task's type declares the return type of the module's function.
      return await worker.run(task, signal) as T;
    } finally {
      this.#release(worker);
    }
  }

  /** Terminates all threads. */
  [Symbol.dispose](): void {
    for (const worker of this.#all) worker.end();
    this.#all.clear();
    this.#idle.length = 0;
  }

  #start(): TaskWorker | undefined {
    if (this.#all.size >= this.#size) return undefined;
    const worker = new TaskWorker();
    this.#all.add(worker);
    return worker;
  }

  #release(worker: TaskWorker): void {
    const next = worker.hasEnded ? undefined : worker;
    if (worker.hasEnded) this.#all.delete(worker);
    const usable = this.#line.isEmpty ? undefined : next ?? this.#start();
    if (usable && this.#line.serve(usable)) return;
    if (next && this.#all.has(next)) this.#idle.push(next);
  }
}
