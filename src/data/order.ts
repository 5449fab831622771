/** Ascending or descending. */
export type Direction = "ASC" | "DESC";

/**
 * Where nulls stand. `NATIVE` means the same on every store: nulls count as the largest values, so they come last
 * ascending and first descending.
 */
export type NullHandling = "NATIVE" | "NULLS_FIRST" | "NULLS_LAST";

/** Options of an order. */
export interface OrderOptions {
  /** By default `ASC`. */
  readonly direction?: Direction;
  /** Whether upper and lower case are alike; by default they are not. */
  readonly ignoreCase?: boolean;
  /** By default `NATIVE`. */
  readonly nullHandling?: NullHandling;
}

/** One property to sort by, with its direction. Immutable. */
export class Order<P extends string = string> {
  /** The property path, for example `author.name`. */
  readonly property: P;
  /** Ascending or descending. */
  readonly direction: Direction;
  /** Whether upper and lower case are alike. */
  readonly ignoreCase: boolean;
  /** The position of nulls. */
  readonly nullHandling: NullHandling;

  /**
   * Creates the order.
   *
   * @param property the property path, for example `author.name`
   * @param options direction, case and nulls
   * @throws RangeError when the property is empty
   */
  constructor(property: P, options: OrderOptions = {}) {
    if (typeof property !== "string" || property.trim() === "") {
      throw new RangeError(`Cannot sort as the property must not be empty: current value is "${property}"`);
    }
    this.property = property;
    this.direction = options.direction ?? "ASC";
    this.ignoreCase = options.ignoreCase ?? false;
    this.nullHandling = options.nullHandling ?? "NATIVE";
  }

  /** Sorts by a property, ascending. */
  static by<const P extends string>(property: P): Order<P> {
    return new Order(property);
  }

  /** Sorts by a property, ascending. */
  static asc<const P extends string>(property: P): Order<P> {
    return new Order(property);
  }

  /** Sorts by a property, descending. */
  static desc<const P extends string>(property: P): Order<P> {
    return new Order(property, { direction: "DESC" });
  }

  /** Whether the direction is ascending. */
  get isAscending(): boolean {
    return this.direction === "ASC";
  }

  /** Whether the direction is descending. */
  get isDescending(): boolean {
    return this.direction === "DESC";
  }

  /** The same order in the given direction. */
  with(direction: Direction): Order<P> {
    return new Order(this.property, { ...this, direction });
  }

  /** The same order in the opposite direction; nulls stay where they are said to be. */
  reverse(): Order<P> {
    return this.with(this.isAscending ? "DESC" : "ASC");
  }

  /** The same order of another property. */
  withProperty<const Q extends string>(property: Q): Order<Q> {
    return new Order(property, this);
  }

  /** The same order with upper and lower case alike. */
  withIgnoreCase(): Order<P> {
    return new Order(this.property, { ...this, ignoreCase: true });
  }

  /** Returns the order with another position of nulls. */
  withNullHandling(nullHandling: NullHandling): Order<P> {
    return new Order(this.property, { ...this, nullHandling });
  }

  /** The same order with nulls first. */
  nullsFirst(): Order<P> {
    return this.withNullHandling("NULLS_FIRST");
  }

  /** The same order with nulls last. */
  nullsLast(): Order<P> {
    return this.withNullHandling("NULLS_LAST");
  }

  /** Whether all of it equals the other. */
  equals(other: Order): boolean {
    return this.property === other.property && this.direction === other.direction &&
      this.ignoreCase === other.ignoreCase && this.nullHandling === other.nullHandling;
  }

  /** Text such as `title: ASC, ignoring case`. */
  toString(): string {
    const nulls = this.nullHandling === "NATIVE" ? "" : `, ${this.nullHandling}`;
    return `${this.property}: ${this.direction}${nulls}${this.ignoreCase ? ", ignoring case" : ""}`;
  }
}
