import type { Class } from "../../kernel/mod.ts";

/** Loads entities by key: collects keys into batches, and caches values for one request. */
export interface RegisteredDataLoader<K = unknown, V = unknown> {
  /** The name under which the loader is registered. */
  readonly name: string;
  /** The class of the values, if known. */
  readonly valueType?: Class;
  /** Loads the value of a key; the batch function receives `keyContext` with the key. */
  load(key: K, keyContext?: unknown): Promise<V>;
  /** Loads several values; the entry of a key that fails is its error. */
  loadMany(keys: readonly K[], keyContexts?: readonly unknown[]): Promise<(V | Error)[]>;
  /** Dispatches the pending batch and resolves to its values, in the order in which the keys were loaded. */
  dispatchAndJoin(): Promise<V[]>;
}

/** The data loaders of one request, by name. */
export interface DataLoaderRegistry {
  /** The loader under the name, or `undefined`. */
  getDataLoader<K = unknown, V = unknown>(name: string): RegisteredDataLoader<K, V> | undefined;
  /**
   * Adds a loader.
   *
   * @throws Error when a loader of that name exists
   */
  register(loader: RegisteredDataLoader): this;
  /**
   * Returns the loader of that name, or creates and registers it.
   *
   * @param name the loader's name
   * @param make creates the loader
   */
  computeIfAbsent(name: string, make: () => RegisteredDataLoader): RegisteredDataLoader;
  /** The names of all loaders. */
  readonly names: readonly string[];
}
