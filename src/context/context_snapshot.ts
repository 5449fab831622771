import { AsyncLocalStorage } from "node:async_hooks";
import type { GraphQLContext } from "./graphql_context.ts";
import type { ThreadLocalAccessor } from "./thread_local_accessor.ts";

/** Values that were captured, to be restored elsewhere. */
export class ContextSnapshot {
  readonly #values: ReadonlyMap<ThreadLocalAccessor, unknown>;

  /**
   * Creates the snapshot.
   *
   * @param values the captured values by accessor
   */
  constructor(values: ReadonlyMap<ThreadLocalAccessor, unknown>) {
    this.#values = values;
  }

  /** The captured values, by the keys of their accessors. */
  get entries(): readonly (readonly [key: unknown, value: unknown])[] {
    return [...this.#values].map(([accessor, value]) => [accessor.key(), value] as const);
  }

  /** Whether the snapshot is empty. */
  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  /**
   * Runs a function with the captured values. Asynchronous work that it starts keeps them after it returns.
   *
   * @param run the function
   */
  run<R>(run: () => R): R {
    if (this.isEmpty) return run();
    // Running in a snapshot of the present puts back afterwards whatever the accessors set.
    return AsyncLocalStorage.snapshot()(() => {
      for (const [accessor, value] of this.#values) accessor.setValue(value);
      return run();
    });
  }

  /** The values that differ from those of an earlier snapshot. */
  changedSince(earlier: ContextSnapshot): ContextSnapshot {
    const changed = [...this.#values].filter(([accessor, value]) => earlier.#values.get(accessor) !== value);
    return new ContextSnapshot(new Map(changed));
  }

  /** Returns a function that runs with the captured values at each call. */
  wrap<A extends unknown[], R>(call: (...args: A) => R): (...args: A) => R {
    return (...args) => this.run(() => call(...args));
  }

  /**
   * Returns an async iterable whose steps run with the captured values, independent of the caller's context.
   *
   * @param source the iterable
   */
  wrapIterable<T>(source: AsyncIterable<T>): AsyncIterable<T> {
    if (this.isEmpty) return source;
    return {
      [Symbol.asyncIterator]: () => {
        const iterator = this.run(() => source[Symbol.asyncIterator]());
        return {
          next: () => this.run(() => iterator.next()),
          return: (value?: unknown) =>
            this.run(() => iterator.return?.(value) ?? Promise.resolve({ done: true as const, value })),
        };
      },
    };
  }

  /** Writes the captured values into a context, under the keys of their accessors. */
  updateContext(context: GraphQLContext): GraphQLContext {
    for (const [accessor, value] of this.#values) context.put(accessor.key(), value);
    return context;
  }
}
