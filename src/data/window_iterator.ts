import { KeysetScrollPosition, ScrollPosition } from "./scroll_position.ts";
import type { Window } from "./window.ts";

/** Reads the window that follows a position. */
export type WindowFunction<T> = (position: ScrollPosition) => Window<T> | Promise<Window<T>>;

/**
 * Walks through a result window by window; the next window is read when it is needed. From a backward position the items
 * come last to first.
 *
 * @example
 * ```ts
 * import { ScrollPosition, Window, WindowIterator } from "@espalier/espalier/data";
 *
 * const numbers = WindowIterator.of((position) => {
 *   const start = ScrollPosition.offset().equals(position) ? 0 : 2;
 *   return Window.from([start, start + 1], (i) => ScrollPosition.offset(start + i), start === 0);
 * }).startingAt(ScrollPosition.offset());
 * console.log(await Array.fromAsync(numbers)); // [0, 1, 2, 3]
 * ```
 */
export class WindowIterator<T> implements AsyncIterableIterator<T> {
  readonly #read: WindowFunction<T>;
  #position: ScrollPosition | undefined;
  #items: T[] = [];
  #index = 0;

  private constructor(read: WindowFunction<T>, position: ScrollPosition) {
    this.#read = read;
    this.#position = position;
  }

  /**
   * Begins with how windows are read.
   *
   * @param read reads the window that follows a position
   */
  static of<T>(read: WindowFunction<T>): { startingAt(position: ScrollPosition): WindowIterator<T> } {
    return { startingAt: (position) => new WindowIterator(read, position) };
  }

  /** The next item. */
  async next(): Promise<IteratorResult<T, undefined>> {
    if (this.#index >= this.#items.length && this.#position !== undefined) await this.#load(this.#position);
    if (this.#index >= this.#items.length) return { done: true, value: undefined };
    return { done: false, value: this.#items[this.#index++]! };
  }

  /** Ends the walk early. */
  return(): Promise<IteratorResult<T, undefined>> {
    this.#position = undefined;
    this.#items = [];
    return Promise.resolve({ done: true, value: undefined });
  }

  /** The iterator itself. */
  [Symbol.asyncIterator](): this {
    return this;
  }

  async #load(position: ScrollPosition): Promise<void> {
    const window = await this.#read(position);
    const isBackward = position instanceof KeysetScrollPosition && position.scrollsBackward;
    this.#items = isBackward ? window.content.toReversed() : [...window.content];
    this.#index = 0;
    const goesOn = window.hasNext && !window.isEmpty;
    this.#position = goesOn ? window.positionAt(isBackward ? 0 : window.size - 1) : undefined;
  }
}
