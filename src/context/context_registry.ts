import type { ThreadLocalAccessor } from "./thread_local_accessor.ts";

let global: ContextRegistry | undefined;

/**
 * A registry of accessors of propagated values. It holds accessors only, never values.
 *
 * The one from {@linkcode ContextRegistry.getInstance} is shared by the process, as libraries register theirs before
 * any application exists; each application copies it when it starts.
 */
export class ContextRegistry {
  readonly #accessors = new Map<unknown, ThreadLocalAccessor>();

  /** The registry of the process. */
  static getInstance(): ContextRegistry {
    return global ??= new ContextRegistry();
  }

  /** Adds an accessor; one of the same key is replaced. */
  registerThreadLocalAccessor(accessor: ThreadLocalAccessor): this {
    this.#accessors.set(accessor.key(), accessor);
    return this;
  }

  /** Removes the accessor of a key. */
  removeThreadLocalAccessor(key: unknown): boolean {
    return this.#accessors.delete(key);
  }

  /** All accessors, in the order in which they were registered. */
  get accessors(): readonly ThreadLocalAccessor[] {
    return [...this.#accessors.values()];
  }

  /** Creates a registry with the same accessors and additional ones. */
  with(accessors: readonly ThreadLocalAccessor[]): ContextRegistry {
    const copy = new ContextRegistry();
    for (const accessor of [...this.accessors, ...accessors]) copy.registerThreadLocalAccessor(accessor);
    return copy;
  }
}
