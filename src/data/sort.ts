import { Order } from "./order.ts";

/**
 * An order in which to read: a list of {@linkcode Order}s, the first of which decides first. Immutable.
 *
 * `P` is the union of the property paths, as far as the compiler knows them: repositories check them.
 */
export class Sort<P extends string = string> implements Iterable<Order<P>> {
  /** The orders; empty when unsorted. */
  readonly orders: readonly Order<P>[];

  private constructor(orders: readonly Order<P>[]) {
    this.orders = orders;
  }

  /**
   * Sorts by properties.
   *
   * @param orders property paths (ascending) or orders
   * @returns the sort; {@linkcode Sort.unsorted} when nothing is given
   * @throws RangeError when a property is empty
   *
   * @example
   * ```ts
   * import { assertEquals } from "@std/assert";
   * import { Order, Sort } from "@espalier/espalier/data";
   *
   * const sort = Sort.by("author.name", Order.desc("published"));
   * assertEquals(String(sort), "author.name: ASC,published: DESC");
   * ```
   */
  static by<const P extends string = string>(...orders: readonly (P | Order<P>)[]): Sort<P> {
    return new Sort(orders.map((order) => typeof order === "string" ? Order.by(order) : order));
  }

  /** No sort. */
  static unsorted(): Sort {
    return new Sort([]);
  }

  /** Whether any order is given. */
  get isSorted(): boolean {
    return this.orders.length > 0;
  }

  /** Whether no order is given. */
  get isUnsorted(): boolean {
    return this.orders.length === 0;
  }

  /**
   * Appends another sort, which decides where this one finds no difference.
   *
   * @param sort what comes after
   */
  and<Q extends string>(sort: Sort<Q>): Sort<P | Q> {
    return new Sort<P | Q>([...this.orders, ...sort.orders]);
  }

  /** The same properties, all ascending. */
  ascending(): Sort<P> {
    return new Sort(this.orders.map((order) => order.with("ASC")));
  }

  /** The same properties, all descending. */
  descending(): Sort<P> {
    return new Sort(this.orders.map((order) => order.with("DESC")));
  }

  /** The same properties, each in the opposite direction. */
  reverse(): Sort<P> {
    return new Sort(this.orders.map((order) => order.reverse()));
  }

  /**
   * Looks up the order of a property.
   *
   * @param property the property path
   * @returns `undefined` when the sort does not name it
   */
  getOrderFor(property: string): Order<P> | undefined {
    return this.orders.find((order) => order.property === property);
  }

  /**
   * Compares with another sort.
   *
   * @param other any sort
   * @returns whether both hold equal orders in the same sequence
   */
  equals(other: Sort): boolean {
    return this.orders.length === other.orders.length &&
      this.orders.every((order, i) => order.equals(other.orders[i]!));
  }

  /** The orders, the first of which decides first. */
  [Symbol.iterator](): Iterator<Order<P>> {
    return this.orders[Symbol.iterator]();
  }

  /** Text such as `title: ASC,published: DESC`, or `UNSORTED`. */
  toString(): string {
    return this.isUnsorted ? "UNSORTED" : this.orders.join(",");
  }
}
