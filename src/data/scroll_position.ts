/** The direction in which a keyset position is read on. */
export type ScrollDirection = "FORWARD" | "BACKWARD";

/** The values of the sort columns and the id at a row, by property path. */
export type Keys = Readonly<Record<string, unknown>>;

/** A position in a result, from which reading continues: an offset, or the keys of a row. */
export abstract class ScrollPosition {
  /** Whether this is the beginning of the result. */
  abstract readonly isInitial: boolean;

  /**
   * An offset position.
   *
   * @param offset zero-based position *of an item*; reading continues after it. Left out: the beginning, before the
   * first item
   * @throws RangeError when negative
   */
  static offset(offset?: number): OffsetScrollPosition {
    return new OffsetScrollPosition(offset);
  }

  /** The beginning, read forward by keys. */
  static keyset(): KeysetScrollPosition {
    return new KeysetScrollPosition({}, "FORWARD");
  }

  /**
   * The position of a row, read forward.
   *
   * @param keys values of the sort columns and the id, by property path
   */
  static forward(keys: Keys): KeysetScrollPosition {
    return new KeysetScrollPosition(keys, "FORWARD");
  }

  /**
   * The position of a row, read backward.
   *
   * @param keys values of the sort columns and the id, by property path
   */
  static backward(keys: Keys): KeysetScrollPosition {
    return new KeysetScrollPosition(keys, "BACKWARD");
  }

  /**
   * The position of a row.
   *
   * @param keys values of the sort columns and the id, by property path
   * @param direction where to read on
   */
  static of(keys: Keys, direction: ScrollDirection = "FORWARD"): KeysetScrollPosition {
    return new KeysetScrollPosition(keys, direction);
  }
}

/** The position of an item by its index; the initial one is before the first item. */
export class OffsetScrollPosition extends ScrollPosition {
  readonly #offset: number | undefined;

  /**
   * Creates the position.
   *
   * @param offset zero-based position of an item, or nothing for the beginning
   * @throws RangeError when negative
   */
  constructor(offset?: number) {
    super();
    if (offset !== undefined && (!Number.isSafeInteger(offset) || offset < 0)) {
      throw new RangeError(`Cannot scroll as the offset must be an integer >= 0: current value is "${offset}"`);
    }
    this.#offset = offset;
  }

  /**
   * Positions of items that follow each other.
   *
   * @param start the position of the first
   * @returns the position of the item of the given index
   */
  static positionFunction(start: number): (index: number) => OffsetScrollPosition {
    return (index) => new OffsetScrollPosition(start + index);
  }

  /** Whether it is before the first item. */
  get isInitial(): boolean {
    return this.#offset === undefined;
  }

  /**
   * Zero-based position of the item; reading continues after it.
   *
   * @throws TypeError when initial
   */
  get offset(): number {
    if (this.#offset === undefined) {
      throw new TypeError("Cannot read the offset of a position as it must not be initial");
    }
    return this.#offset;
  }

  /** The number of items before those that are read from here. */
  get skipped(): number {
    return this.#offset === undefined ? 0 : this.#offset + 1;
  }

  /**
   * Moves on, or back with a negative number, no further than to offset 0.
   *
   * @param delta number of items
   */
  advanceBy(delta: number): OffsetScrollPosition {
    return new OffsetScrollPosition(Math.max(0, (this.#offset ?? 0) + delta));
  }

  /** Whether both are the same position. */
  equals(other: ScrollPosition): boolean {
    return other instanceof OffsetScrollPosition && other.#offset === this.#offset;
  }

  /** Text such as `OffsetScrollPosition[offset=5]`. */
  override toString(): string {
    return `OffsetScrollPosition[${this.#offset === undefined ? "initial" : `offset=${this.#offset}`}]`;
  }
}

/** The position of a row by the values of its sort columns and its id. */
export class KeysetScrollPosition extends ScrollPosition {
  /** The values by property path; empty at the beginning. */
  readonly keys: Keys;
  /** Where to read on. */
  readonly direction: ScrollDirection;

  /**
   * Creates the position.
   *
   * @param keys the values by property path; empty at the beginning
   * @param direction where to read on
   */
  constructor(keys: Keys, direction: ScrollDirection) {
    super();
    this.keys = Object.freeze({ ...keys });
    this.direction = direction;
  }

  /** Whether it has no keys, and so is before the first item. */
  get isInitial(): boolean {
    return Object.keys(this.keys).length === 0;
  }

  /** Whether reading continues forward. */
  get scrollsForward(): boolean {
    return this.direction === "FORWARD";
  }

  /** Whether reading continues backward. */
  get scrollsBackward(): boolean {
    return this.direction === "BACKWARD";
  }

  /** The same row, read forward. */
  forward(): KeysetScrollPosition {
    return new KeysetScrollPosition(this.keys, "FORWARD");
  }

  /** The same row, read backward. */
  backward(): KeysetScrollPosition {
    return new KeysetScrollPosition(this.keys, "BACKWARD");
  }

  /** The same row, read in the opposite direction. */
  reverse(): KeysetScrollPosition {
    return this.scrollsForward ? this.backward() : this.forward();
  }

  /** Text such as `KeysetScrollPosition[FORWARD, title, id]`. */
  override toString(): string {
    return `KeysetScrollPosition[${[this.direction, ...Object.keys(this.keys)].join(", ")}]`;
  }
}
