import { Page, ScrollPosition, Slice } from "../../data/vocabulary.ts";
import { Connection } from "./connection.ts";
import type { ConnectionAdapter } from "./connection_adapter.ts";
import type { CursorStrategy } from "./cursor_strategy.ts";
import { shippedAdapterOrder } from "./shipped_adapter_order.ts";

/** Adapts a `Slice` or a `Page`; the connection of a page has a `totalCount`. */
export class SliceConnectionAdapter implements ConnectionAdapter<Slice<unknown>> {
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

  /** Whether the container is a `Slice`. */
  supports(container: unknown): boolean {
    return container instanceof Slice;
  }

  /** The items. */
  getContent(slice: Slice<unknown>): readonly unknown[] {
    return slice.content;
  }

  /** Whether items precede the slice. */
  hasPrevious(slice: Slice<unknown>): boolean {
    return slice.hasPrevious;
  }

  /** Whether items follow the slice. */
  hasNext(slice: Slice<unknown>): boolean {
    return slice.hasNext;
  }

  /** The cursor of the item at an index of the slice. */
  cursorAt(slice: Slice<unknown>, index: number): string {
    return this.#cursors.toCursor(ScrollPosition.offset(slice.number * slice.size + index));
  }

  /** Adds the `totalCount` of a page. */
  createConnection(connection: Connection, slice: Slice<unknown>): object {
    return slice instanceof Page ? new CountedConnection(connection, slice.totalElements) : connection;
  }
}

/** A connection of which the number of all items is known. */
class CountedConnection extends Connection {
  readonly totalCount: number;

  constructor({ edges, pageInfo }: Connection, totalCount: number) {
    super(edges, pageInfo);
    this.totalCount = totalCount;
  }
}
