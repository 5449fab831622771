import { type AnyDescriptor, t, type TypeDescriptor, type TypeOf } from "../kernel/mod.ts";
import type { ScrollPosition } from "./scroll_position.ts";

interface WindowParts<T> {
  readonly content: readonly T[];
  readonly positionOf: (index: number) => ScrollPosition;
  readonly hasNext: boolean;
  readonly total: (() => Promise<number>) | undefined;
}

/** Some items of a result that is scrolled through, each with its position, and whether more follow. */
export class Window<T> implements Iterable<T> {
  /** The items, in natural order. */
  readonly content: readonly T[];
  /** Whether more items follow in the direction of reading. */
  readonly hasNext: boolean;
  /**
   * Counts the items of the whole result, where the repository does so on demand: when it is called for the first time.
   * For windows of `scrollEach` one statement counts under all parents.
   */
  readonly total?: () => Promise<number>;
  readonly #positionOf: (index: number) => ScrollPosition;

  private constructor({ content, positionOf, hasNext, total }: WindowParts<T>) {
    this.content = content;
    this.#positionOf = positionOf;
    this.hasNext = hasNext;
    if (total !== undefined) this.total = total;
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
    return new Window({ content, positionOf, hasNext, total: undefined });
  }

  /**
   * The same window, which knows how to count.
   *
   * @param total counts the items of the whole result
   */
  counting(total: () => Promise<number>): Window<T> {
    return new Window({ content: this.content, positionOf: this.#positionOf, hasNext: this.hasNext, total });
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
    const { hasNext, total } = this;
    return new Window({ content: this.content.map(convert), positionOf: this.#positionOf, hasNext, total });
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
 *
 * @example
 * ```ts
 * import { param, QueryMapping, t } from "@espalier/espalier";
 * import { Window, ScrollPosition, windowOf } from "@espalier/espalier/data";
 *
 * export class TitleController {
 *   @QueryMapping({ params: [], returns: windowOf(t.string) })
 *   titles(): Window<string> {
 *     return Window.from(["Emma"], () => ScrollPosition.keyset());
 *   }
 * }
 * ```
 */
export function windowOf<D extends AnyDescriptor>(element: D): TypeDescriptor<Window<TypeOf<D>>> {
  return t.container<Window<TypeOf<D>>>(() => Window as unknown as WindowClass<TypeOf<D>>, element);
}

// The constructor is private, so the class has to be stated as an abstract one to be named by a descriptor.
type WindowClass<T> = abstract new (...args: never[]) => Window<T>;
