/** One item of a connection. */
export interface Edge<T = unknown> {
  /** The item. */
  readonly node: T;
  /** The item's position, after which a client can continue. */
  readonly cursor: string;
}

/** The position of a connection's items in the whole result. */
export interface PageInfo {
  /** Whether items precede this part. */
  readonly hasPreviousPage: boolean;
  /** Whether items follow this part. */
  readonly hasNextPage: boolean;
  /** Cursor of the first item; null when there are none. */
  readonly startCursor: string | null;
  /** Cursor of the last item; null when there are none. */
  readonly endCursor: string | null;
}

/** The value of a field of a connection type. */
export class Connection<T = unknown> {
  /** The items, each with its cursor. */
  readonly edges: readonly Edge<T>[];
  /** Whether there are more items, and the cursors to continue. */
  readonly pageInfo: PageInfo;

  /**
   * Creates the connection.
   *
   * @param edges the items with their cursors
   * @param pageInfo their position in the whole result
   */
  constructor(edges: readonly Edge<T>[], pageInfo: PageInfo) {
    this.edges = edges;
    this.pageInfo = pageInfo;
  }

  /** A connection without items. */
  static empty<T>(): Connection<T> {
    return new Connection<T>([], { hasPreviousPage: false, hasNextPage: false, startCursor: null, endCursor: null });
  }
}
