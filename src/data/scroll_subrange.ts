import { KeysetScrollPosition, OffsetScrollPosition, ScrollPosition } from "./scroll_position.ts";
import { Subrange } from "./subrange.ts";

/** A {@linkcode Subrange} whose position is a {@linkcode ScrollPosition}. */
export class ScrollSubrange extends Subrange<ScrollPosition> {
  private constructor(position: ScrollPosition | undefined, count: number | undefined, forward: boolean) {
    super(position, count, forward);
  }

  /**
   * Makes a subrange that can be read as it is: "so many items before an offset" becomes an offset and a count to be
   * read forward, "before a row" becomes the row's keys with direction backward.
   *
   * @param position where to start, if given; offsets are exclusive
   * @param count how many items, if given; a negative count is treated as absent
   * @param forward whether to read forward
   *
   * @example
   * ```ts
   * import { assertEquals } from "@std/assert";
   * import { ScrollPosition, ScrollSubrange } from "@espalier/espalier/data";
   *
   * const range = ScrollSubrange.create(ScrollPosition.offset(30), 10, false);
   * assertEquals([String(range.position), range.count, range.forward], ["OffsetScrollPosition[offset=19]", 10, true]);
   * ```
   */
  static create(
    position: ScrollPosition | undefined,
    count: number | undefined,
    forward: boolean,
  ): ScrollSubrange {
    const given = count === undefined || count < 0 ? undefined : count;
    if (position instanceof OffsetScrollPosition && !forward) return ScrollSubrange.#backwardFrom(position, given);
    if (position instanceof KeysetScrollPosition && !forward) {
      return new ScrollSubrange(position.backward(), given, false);
    }
    return new ScrollSubrange(position, given, forward);
  }

  static #backwardFrom(position: OffsetScrollPosition, count: number | undefined): ScrollSubrange {
    const before = position.isInitial ? 0 : position.offset;
    const advance = (count ?? 1) + 1;
    if (before >= advance) return new ScrollSubrange(ScrollPosition.offset(before - advance), count, true);
    return new ScrollSubrange(ScrollPosition.offset(), before, true);
  }
}
