import { KeysetScrollPosition, OffsetScrollPosition, type ScrollPosition, Window } from "../../data/vocabulary.ts";
import { Connection } from "./connection.ts";
import type { ConnectionAdapter } from "./connection_adapter.ts";
import type { CursorStrategy } from "./cursor_strategy.ts";
import { shippedAdapterOrder } from "./shipped_adapter_order.ts";

/** Adapts a `Window`; the connection of one that knows how to count has a `totalCount`. */
export class WindowConnectionAdapter implements ConnectionAdapter<Window<unknown>> {
  /** After the adapters of the application. */
  readonly order: number = shippedAdapterOrder;
  readonly #cursors: CursorStrategy<ScrollPosition>;

  /**
   * Creates the adapter.
   *
   * @param cursors makes the cursors of positions
   */
  constructor(cursors: CursorStrategy<ScrollPosition>) {
    this.#cursors = cursors;
  }

  /** Whether the container is a `Window`. */
  supports(container: unknown): boolean {
    return container instanceof Window;
  }

  /** The items. */
  getContent(window: Window<unknown>): readonly unknown[] {
    return window.content;
  }

  /** Whether items precede the window. */
  hasPrevious(window: Window<unknown>): boolean {
    if (window.isEmpty) return false;
    const first = window.positionAt(0);
    if (first instanceof KeysetScrollPosition) return first.scrollsBackward && window.hasNext;
    return first instanceof OffsetScrollPosition && first.offset !== 0;
  }

  /** Whether items follow the window. */
  hasNext(window: Window<unknown>): boolean {
    if (window.isEmpty) return false;
    const first = window.positionAt(0);
    return first instanceof KeysetScrollPosition ? first.scrollsForward && window.hasNext : window.hasNext;
  }

  /** The cursor of the item at an index of the window. */
  cursorAt(window: Window<unknown>, index: number): string {
    return this.#cursors.toCursor(window.positionAt(index));
  }

  /** Adds a `totalCount` where the window can count. */
  createConnection(connection: Connection, { total }: Window<unknown>): object {
    return total === undefined ? connection : new CountingConnection(connection, total);
  }
}

/** A connection whose items are counted where a client asks how many there are. */
class CountingConnection extends Connection {
  readonly totalCount: () => Promise<number>;

  constructor({ edges, pageInfo }: Connection, total: () => Promise<number>) {
    super(edges, pageInfo);
    this.totalCount = () => total();
  }
}
