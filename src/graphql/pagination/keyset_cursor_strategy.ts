import { type Keys, readKeys, writeKeys } from "../../data/vocabulary.ts";

/** Writes the keys of a row as text, and reads them back with their types. */
export interface KeysetCursorStrategy {
  /** @param keys values by property path */
  toCursor(keys: Keys): string;
  /**
   * @param text what was written
   * @throws Error when it can't be read
   */
  fromCursor(text: string): Keys;
}

/** Keys as JSON; see `writeKeys`. */
export class JsonKeysetCursorStrategy implements KeysetCursorStrategy {
  toCursor(keys: Keys): string {
    return writeKeys(keys);
  }

  fromCursor(text: string): Keys {
    return readKeys(text);
  }
}
