import type { Class } from "../../kernel/mod.ts";

/** Loads entities by key, gathers the keys of one moment into one batch, and caches per request. */
export interface RegisteredDataLoader<K = unknown, V = unknown> {
  /** The name under which the loader is registered. */
  readonly name: string;
  /** The class of the values, where it is known. */
  readonly valueType?: Class;
  /** Loads the value of a key; `keyContext` reaches the batch function beside the key. */
  load(key: K, keyContext?: unknown): Promise<V>;
  /** Loads several values; a key that fails gives its error in place. */
  loadMany(keys: readonly K[], keyContexts?: readonly unknown[]): Promise<(V | Error)[]>;
  /** Runs the waiting batch and resolves to its values, in the order in which the keys were asked for. */
  dispatchAndJoin(): Promise<V[]>;
}

/** The data loaders of one request, by name. */
export interface DataLoaderRegistry {
  /** The loader under the name, or `undefined`. */
  getDataLoader<K = unknown, V = unknown>(name: string): RegisteredDataLoader<K, V> | undefined;
  /**
   * Adds a loader.
   *
   * @throws Error when there is one of the same name
   */
  register(loader: RegisteredDataLoader): this;
  /**
   * The loader under the name, made and kept when there is none.
   *
   * @param name the loader's name
   * @param make makes the loader
   */
  computeIfAbsent(name: string, make: () => RegisteredDataLoader): RegisteredDataLoader;
  /** The names of all loaders. */
  readonly names: readonly string[];
}
