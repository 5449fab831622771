import { type AnyDescriptor, t, type TypeDescriptor, type TypeOf } from "../kernel/mod.ts";
import type { ScrollPosition } from "./scroll_position.ts";

/** Some items of a result that is scrolled through, each with its position, and whether more follow. */
export class Window<T> implements Iterable<T> {
  /** The items, in natural order. */
  readonly content: readonly T[];
  /** Whether more items follow in the direction of reading. */
  readonly hasNext: boolean;
  readonly #positionOf: (index: number) => ScrollPosition;

  private constructor(content: readonly T[], positionOf: (index: number) => ScrollPosition, hasNext: boolean) {
    this.content = content;
    this.#positionOf = positionOf;
    this.hasNext = hasNext;
  }

  /**
   * Makes a window.
   *
   * @param content the items, in natural order
   * @param positionOf gives the position of the item of an index
   * @param hasNext whether more items follow in the direction of reading
   */
  static from<T>(
    content: readonly T[],
    positionOf: (index: number) => ScrollPosition,
    hasNext: boolean = false,
  ): Window<T> {
    return new Window(content, positionOf, hasNext);
  }

  /** How many items there are. */
  get size(): number {
    return this.content.length;
  }

  /** Whether there are no items. */
  get isEmpty(): boolean {
    return this.content.length === 0;
  }

  /** Whether nothing follows in the direction of reading. */
  get isLast(): boolean {
    return !this.hasNext;
  }

  /**
   * The position of an item, to read on from there.
   *
   * @param item its index, or the item itself
   * @throws RangeError when the window holds no such item
   */
  positionAt(item: number | (T & object)): ScrollPosition {
    const index = typeof item === "number" ? item : this.content.indexOf(item);
    if (!Number.isInteger(index) || index < 0 || index >= this.content.length) {
      throw new RangeError(
        `Cannot give the position of an item as the window must hold it: it has ${this.content.length} items, ` +
          `current value is "${typeof item === "number" ? item : "an item of another window"}"`,
      );
    }
    return this.#positionOf(index);
  }

  /**
   * The same window of other items.
   *
   * @param convert gives an item's replacement
   */
  map<U>(convert: (item: T, index: number) => U): Window<U> {
    return new Window(this.content.map(convert), this.#positionOf, this.hasNext);
  }

  /** The items. */
  [Symbol.iterator](): Iterator<T> {
    return this.content[Symbol.iterator]();
  }
}

/**
 * Describes a window.
 *
 * @param element describes the items
 */
export function windowOf<D extends AnyDescriptor>(element: D): TypeDescriptor<Window<TypeOf<D>>> {
  return t.container<Window<TypeOf<D>>>(() => Window as unknown as WindowClass<TypeOf<D>>, element);
}

// The constructor is private, so the class has to be stated as an abstract one to be named by a descriptor.
type WindowClass<T> = abstract new (...args: never[]) => Window<T>;
