import { AsyncLocalStorage } from "node:async_hooks";
import type { ThreadLocalAccessor } from "./thread_local_accessor.ts";

/**
 * A {@linkcode ThreadLocalAccessor} over an `AsyncLocalStorage`.
 *
 * @example
 * ```ts
 * import { AsyncLocalAccessor, ContextRegistry } from "@espalier/espalier/graphql";
 *
 * const tenant = new AsyncLocalAccessor<string>("tenant");
 * const registry = new ContextRegistry().registerThreadLocalAccessor(tenant);
 * console.log(registry.accessors.length, tenant.run("acme", () => tenant.getValue())); // 1 "acme"
 * ```
 */
export class AsyncLocalAccessor<T> implements ThreadLocalAccessor<T> {
  readonly #key: unknown;
  readonly #storage: AsyncLocalStorage<T | undefined>;

  /**
   * Creates the accessor.
   *
   * @param key names the value
   * @param storage an existing storage; a new one by default
   */
  constructor(key: unknown, storage: AsyncLocalStorage<T | undefined> = new AsyncLocalStorage()) {
    this.#key = key;
    this.#storage = storage;
  }

  key(): unknown {
    return this.#key;
  }

  getValue(): T | undefined {
    return this.#storage.getStore();
  }

  setValue(value: T): void {
    this.#storage.enterWith(value);
  }

  reset(): void {
    this.#storage.enterWith(undefined);
  }

  /**
   * Runs a function with a value, and whatever it starts.
   *
   * @param value the value for the function and the asynchronous work that it starts
   * @param run the function
   */
  run<R>(value: T, run: () => R): R {
    return this.#storage.run(value, run);
  }
}
