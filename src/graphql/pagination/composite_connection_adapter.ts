import type { Connection } from "./connection.ts";
import type { ConnectionAdapter } from "./connection_adapter.ts";

/** Asks several adapters; the first that supports a container adapts it. */
export class CompositeConnectionAdapter implements ConnectionAdapter {
  readonly #adapters: readonly ConnectionAdapter[];

  /** @param adapters in the order in which they are asked */
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
