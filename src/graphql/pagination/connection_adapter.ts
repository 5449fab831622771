import { inOrder, type Ordered } from "../../kernel/mod.ts";
import type { Connection } from "./connection.ts";

/**
 * Adapts a container of items, such as a `Window`, to a connection. Bind any number of them; the first that supports a
 * container adapts it.
 */
export abstract class ConnectionAdapter<C = unknown> implements Ordered {
  /** Lower comes first; the built-in adapters come after those without an order. */
  readonly order?: number;

  /** Whether the adapter supports the container. */
  abstract supports(container: unknown): boolean;
  /** The items. */
  abstract getContent(container: C): readonly unknown[];
  /** Whether items come before. */
  abstract hasPrevious(container: C): boolean;
  /** Whether items follow. */
  abstract hasNext(container: C): boolean;
  /**
   * The cursor of an item.
   *
   * @param container holds the item
   * @param index the index of the item in the container
   */
  abstract cursorAt(container: C, index: number): string;
  /**
   * Adds further fields of a connection, such as `totalCount`.
   *
   * @param connection edges and page info
   * @param container the adapted container
   * @returns the object whose properties are the connection's fields
   */
  createConnection?(connection: Connection, container: C): object;

  /**
   * Combines adapters: the first that supports a container adapts it.
   *
   * @param adapters sorted by their `order`
   */
  static from(adapters: readonly ConnectionAdapter[]): ConnectionAdapter {
    return new CompositeConnectionAdapter(inOrder(adapters));
  }
}

/** Calls several adapters; the first that supports a container adapts it. */
export class CompositeConnectionAdapter implements ConnectionAdapter {
  readonly #adapters: readonly ConnectionAdapter[];

  /** @param adapters in the order in which they are called */
  constructor(adapters: readonly ConnectionAdapter[]) {
    this.#adapters = adapters;
  }

  supports(container: unknown): boolean {
    return this.#adapters.some((adapter) => adapter.supports(container));
  }

  getContent(container: unknown): readonly unknown[] {
    return this.#adapterFor(container).getContent(container);
  }

  hasPrevious(container: unknown): boolean {
    return this.#adapterFor(container).hasPrevious(container);
  }

  hasNext(container: unknown): boolean {
    return this.#adapterFor(container).hasNext(container);
  }

  cursorAt(container: unknown, index: number): string {
    return this.#adapterFor(container).cursorAt(container, index);
  }

  createConnection(connection: Connection, container: unknown): object {
    return this.#adapterFor(container).createConnection?.(connection, container) ?? connection;
  }

  #adapterFor(container: unknown): ConnectionAdapter {
    const adapter = this.#adapters.find((candidate) => candidate.supports(container));
    if (adapter === undefined) throw new TypeError(`No ConnectionAdapter for: ${classNameOf(container)}`);
    return adapter;
  }
}

/**
 * Names the class of a value in messages.
 *
 * @param value any value, one without prototype included
 */
export function classNameOf(value: unknown): string {
  return (value as { constructor?: { name?: string } } | null)?.constructor?.name ?? typeof value;
}
