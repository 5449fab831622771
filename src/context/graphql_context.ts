/** The key reported to observers when all entries are read. */
export const anyContextKey: unique symbol = Symbol("every key of the context");

/**
 * Calls back with each key that is read from a context from now on, as long as the context exists.
 *
 * @param context of a request
 * @param onRead gets the key
 */
export let observeContextReads: (context: GraphQLContext, onRead: (key: unknown) => void) => void;

/**
 * Reads a value without notifying observers: for values of the framework that do not affect a result.
 *
 * @param context of a request
 * @param key of the value
 */
export let peekContext: (context: GraphQLContext, key: unknown) => unknown;

/**
 * Values that belong to one GraphQL request and that every interceptor, data fetcher, batch function and exception
 * resolver of that request sees.
 *
 * @example
 * ```ts
 * import { GraphQLContext } from "@espalier/espalier/graphql";
 *
 * const context = new GraphQLContext().put("tenant", "acme");
 * console.log(context.get("tenant"), context.getOrDefault("region", "eu")); // "acme" "eu"
 * ```
 */
export class GraphQLContext {
  #values: Map<unknown, unknown> | undefined;
  #onRead: ((key: unknown) => void) | undefined;

  static {
    observeContextReads = (context, onRead) => {
      const outer = context.#onRead;
      context.#onRead = outer === undefined ? onRead : (key) => (outer(key), onRead(key));
    };
    peekContext = (context, key) => context.#values?.get(key);
  }

  /**
   * Creates a context with the given entries.
   *
   * @param entries keys with values; keys may be strings, symbols or classes
   */
  static of(entries: Iterable<readonly [unknown, unknown]> | Readonly<Record<string, unknown>>): GraphQLContext {
    return new GraphQLContext().putAll(entries);
  }

  /** The value under the key, or `undefined`. */
  get<T = unknown>(key: unknown): T | undefined {
    this.#onRead?.(key);
    return this.#values?.get(key) as T | undefined;
  }

  /** The value under the key, or the given default if there is none. */
  getOrDefault<T>(key: unknown, defaultValue: T): T {
    return this.has(key) ? this.get<T>(key) as T : defaultValue;
  }

  /** Whether there is an entry under the key. */
  has(key: unknown): boolean {
    this.#onRead?.(key);
    return this.#values?.has(key) ?? false;
  }

  /** Adds or replaces an entry. */
  put(key: unknown, value: unknown): this {
    (this.#values ??= new Map()).set(key, value);
    return this;
  }

  /** Adds or replaces entries. */
  putAll(entries: Iterable<readonly [unknown, unknown]> | Readonly<Record<string, unknown>>): this {
    const pairs = Symbol.iterator in entries ? entries : Object.entries(entries);
    for (const [key, value] of pairs as Iterable<readonly [unknown, unknown]>) this.put(key, value);
    return this;
  }

  /** Removes the entry under the key. */
  delete(key: unknown): this {
    this.#values?.delete(key);
    return this;
  }

  /** All entries, in the order in which they were added. */
  entries(): IterableIterator<[unknown, unknown]> {
    this.#onRead?.(anyContextKey);
    return (this.#values ?? new Map()).entries();
  }
}
