/** Work for another thread: an exported function of a module, and its arguments. */
export class WorkerTask<T = unknown> {
  /** Never present at run time: carries the type of the result for the compiler. */
  declare readonly _result?: () => T;
  /** The module that exports the function. */
  readonly module: string;
  /** The name of the exported function. */
  readonly exportName: string;
  /** The function's arguments, which must be structured-cloneable. */
  readonly args: readonly unknown[];

  /**
   * Creates the task.
   *
   * @param module URL of the module
   * @param exportName name of the exported function
   * @param args the function's arguments
   */
  constructor(module: string | URL, exportName: string, args: readonly unknown[]) {
    this.module = String(module);
    this.exportName = exportName;
    this.args = args;
  }
}

/**
 * Creates a {@linkcode WorkerTask}, which a controller method returns to run CPU-bound work on another thread.
 *
 * @param module URL of the module, for example `import.meta.resolve("./primes.ts")`
 * @param exportName name of the exported function
 * @param args the function's arguments, which must be structured-cloneable
 *
 * @example
 * ```ts
 * import { workerTask } from "@espalier/espalier/graphql";
 *
 * const task = workerTask<number>(import.meta.resolve("./primes.ts"), "countPrimes", [1_000]);
 * console.log(task.exportName, task.args); // countPrimes [1000]
 * ```
 */
export function workerTask<T = unknown>(
  module: string | URL,
  exportName: string,
  args: readonly unknown[] = [],
): WorkerTask<T> {
  return new WorkerTask<T>(module, exportName, args);
}
