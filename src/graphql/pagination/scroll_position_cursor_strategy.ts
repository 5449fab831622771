import { KeysetScrollPosition, OffsetScrollPosition, ScrollPosition } from "../../data/vocabulary.ts";
import { type Class, holdsStorableTexts } from "../../kernel/mod.ts";
import type { CursorStrategy } from "./cursor_strategy.ts";
import { InvalidCursorError } from "./invalid_cursor_error.ts";
import { JsonKeysetCursorStrategy, type KeysetCursorStrategy } from "./keyset_cursor_strategy.ts";

const offsetPrefix = "O_";
const keysetPrefix = "K_";

/** Longest cursor that is made and read, in characters. */
const maxLength = 16_384;

/** Cursors of scroll positions: `O_<offset>`, or `K_<keys as JSON>`. */
export class ScrollPositionCursorStrategy implements CursorStrategy<ScrollPosition> {
  readonly #keysets: KeysetCursorStrategy;

  /**
   * Creates the strategy.
   *
   * @param keysets writes keys; by default as JSON that keeps their types
   */
  constructor(keysets: KeysetCursorStrategy = new JsonKeysetCursorStrategy()) {
    this.#keysets = keysets;
  }

  supports(type: Class): boolean {
    return type === ScrollPosition || type.prototype instanceof ScrollPosition;
  }

  toCursor(position: ScrollPosition): string {
    if (position instanceof KeysetScrollPosition) {
      const cursor = keysetPrefix + this.#keysets.toCursor(position.keys);
      if (cursor.length <= maxLength && holdsStorableTexts(position.keys)) return cursor;
      if (cursor.length <= maxLength) {
        throw new TypeError("Cannot make a cursor as texts in its keys must be storable, so that it can be read again");
      }
      throw new TypeError(
        `Cannot make a cursor as it must have ${maxLength} characters at most, so that it can be read again: it has ` +
          `${cursor.length} with the values of ${Object.keys(position.keys).join(", ")} (sort by shorter properties)`,
      );
    }
    if (position instanceof OffsetScrollPosition && !position.isInitial) return offsetPrefix + position.offset;
    throw new TypeError(`Cannot make a cursor as the position must be that of an item: current value is "${position}"`);
  }

  fromCursor(cursor: string): ScrollPosition {
    if (cursor.length > 2 && cursor.length <= maxLength) {
      const text = cursor.slice(2);
      if (cursor.startsWith(offsetPrefix)) return offsetPosition(cursor, text);
      if (cursor.startsWith(keysetPrefix)) return this.#keysetPosition(cursor, text);
    }
    throw new InvalidCursorError(`Invalid or unknown cursor type: ${cursor}`);
  }

  #keysetPosition(cursor: string, text: string): ScrollPosition {
    try {
      const keys = this.#keysets.fromCursor(text);
      if (holdsStorableTexts(keys)) return ScrollPosition.forward(keys);
    } catch (cause) {
      throw new InvalidCursorError(`Failed to parse cursor: ${cursor}`, cause);
    }
    throw new InvalidCursorError(`Failed to parse cursor: ${cursor}`);
  }
}

function offsetPosition(cursor: string, text: string): ScrollPosition {
  const offset = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(offset)) {
    throw new InvalidCursorError(`Failed to parse cursor: ${cursor}`);
  }
  return ScrollPosition.offset(Math.max(0, offset));
}
