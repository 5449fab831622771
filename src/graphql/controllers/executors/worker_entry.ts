import type { WorkerAnswer } from "./worker_answer.ts";

/** The message of the executor. */
interface Ordered {
  readonly module: string;
  readonly exportName: string;
  readonly args: readonly unknown[];
}

const worker = globalThis as unknown as {
  onmessage: (event: MessageEvent<Ordered>) => void;
  postMessage(answer: WorkerAnswer): void;
};

worker.onmessage = async ({ data }) => worker.postMessage(await answerTo(data));

async function answerTo({ module, exportName, args }: Ordered): Promise<WorkerAnswer> {
  try {
    const exports = await import(module) as Record<string, unknown>;
    const task = exports[exportName];
    if (typeof task !== "function") {
      throw new TypeError(`Cannot run "${exportName}" as it must be a function that "${module}" exports`);
    }
    return { ok: true, value: await task(...args) };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { ok: false, name, message };
  }
}
