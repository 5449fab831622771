import type { DataLoaderRegistry, RegisteredDataLoader } from "../../wiring/mod.ts";

/** The data loaders of one request, by name. */
export class RequestDataLoaders implements DataLoaderRegistry {
  readonly #loaders = new Map<string, RegisteredDataLoader>();

  /**
   * Adds a loader.
   *
   * @throws Error when there is one of the same name
   */
  register(loader: RegisteredDataLoader): this {
    if (this.#loaders.has(loader.name)) throw new Error(`More than one DataLoader named '${loader.name}'`);
    this.#loaders.set(loader.name, loader);
    return this;
  }

  computeIfAbsent(name: string, make: () => RegisteredDataLoader): RegisteredDataLoader {
    let loader = this.#loaders.get(name);
    if (!loader) this.#loaders.set(name, loader = make());
    return loader;
  }

  getDataLoader<K = unknown, V = unknown>(name: string): RegisteredDataLoader<K, V> | undefined {
    // The registry holds loaders of all types; whoever asks by name knows what was registered under it.
    return this.#loaders.get(name) as RegisteredDataLoader<K, V> | undefined;
  }

  get names(): readonly string[] {
    return [...this.#loaders.keys()];
  }
}
