import type { ContextRegistry } from "./context_registry.ts";
import { ContextSnapshot } from "./context_snapshot.ts";
import { GraphQLContext } from "./graphql_context.ts";
import type { ThreadLocalAccessor } from "./thread_local_accessor.ts";

/** Captures the values of a registry's accessors. The class is the identifier of the bean. */
export class ContextSnapshotFactory {
  readonly #registry: ContextRegistry;

  /**
   * Creates the factory.
   *
   * @param registry the accessors
   */
  constructor(registry: ContextRegistry) {
    this.#registry = registry;
  }

  /** Whether there is no accessor, so that snapshots are empty. */
  get isEmpty(): boolean {
    return this.#registry.accessors.length === 0;
  }

  /** Captures the current values of all accessors. */
  captureAll(): ContextSnapshot {
    return this.#capture((accessor) => accessor.getValue());
  }

  /**
   * Captures the values of contexts, by the keys of the accessors.
   *
   * @param contexts later ones override earlier ones; a value that is no `GraphQLContext` is ignored
   */
  captureFrom(...contexts: readonly unknown[]): ContextSnapshot {
    const sources = contexts.filter((context) => context instanceof GraphQLContext).reverse();
    return this.#capture((accessor) => sources.find((context) => context.has(accessor.key()))?.get(accessor.key()));
  }

  #capture(read: (accessor: ThreadLocalAccessor) => unknown): ContextSnapshot {
    const values = new Map<ThreadLocalAccessor, unknown>();
    for (const accessor of this.#registry.accessors) {
      const value = read(accessor);
      if (value !== undefined) values.set(accessor, value);
    }
    return new ContextSnapshot(values);
  }
}
