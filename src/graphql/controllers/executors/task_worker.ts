import type { WorkerAnswer } from "./worker_answer.ts";
import type { WorkerTask } from "./worker_task.ts";

/** A worker thread that runs one task at a time. */
export class TaskWorker {
  readonly #worker = new Worker(new URL("./worker_entry.ts", import.meta.url), { type: "module" });
  #hasEnded = false;

  /** Whether the thread was terminated. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * Runs a task.
   *
   * @param task module, export and arguments
   * @param signal terminates the thread when it fires
   * @throws Error with the name and the message of the task's error, or the signal's reason
   */
  async run({ module, exportName, args }: WorkerTask, signal: AbortSignal): Promise<unknown> {
    const answered = Promise.withResolvers<WorkerAnswer>();
    const cancel = () => {
      this.end();
      answered.reject(signal.reason);
    };
    this.#worker.onmessage = (event: MessageEvent<WorkerAnswer>) => answered.resolve(event.data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.end();
      answered.reject(new Error(`Cannot run worker task "${exportName}" as the thread failed: ${event.message}`));
    };
    signal.addEventListener("abort", cancel, { once: true });
    try {
      this.#worker.postMessage({ module, exportName, args });
      return valueOf(await answered.promise);
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }

  /** Terminates the thread. */
  end(): void {
    this.#hasEnded = true;
    this.#worker.terminate();
  }
}

function valueOf(answer: WorkerAnswer): unknown {
  if (answer.ok) return answer.value;
  throw Object.assign(new Error(answer.message), { name: answer.name });
}
