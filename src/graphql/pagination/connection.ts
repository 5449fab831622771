/** One item of a connection. */
export interface Edge<T = unknown> {
  /** The item. */
  readonly node: T;
  /** The item's position, to read on from there. */
  readonly cursor: string;
}

/** Where the items of a connection stand in the whole. */
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

/** What a field of a connection type returns. */
export class Connection<T = unknown> {
  /** The items, each with its cursor. */
  readonly edges: readonly Edge<T>[];
  /** Whether there is more, and from where to read on. */
  readonly pageInfo: PageInfo;

  /**
   * Creates the connection.
   *
   * @param edges the items with their cursors
   * @param pageInfo where they stand in the whole
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
