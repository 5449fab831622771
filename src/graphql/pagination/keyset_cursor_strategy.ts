import { type Keys, readKeys, writeKeys } from "../../data/vocabulary.ts";

/** Writes the keys of a row as text, and reads them back with their types. */
export interface KeysetCursorStrategy {
  /**
   * Writes the keys of a row as text.
   *
   * @param keys values by property path
   */
  toCursor(keys: Keys): string;
  /**
   * Reads the keys of a row from text.
   *
   * @param text what was written
   * @throws Error when it can't be read
   */
  fromCursor(text: string): Keys;
}

/** Keys as JSON; see `writeKeys`. */
export class JsonKeysetCursorStrategy implements KeysetCursorStrategy {
  /** Writes the keys as JSON. */
  toCursor(keys: Keys): string {
    return writeKeys(keys);
  }

  /** Reads the keys from JSON. */
  fromCursor(text: string): Keys {
    return readKeys(text);
  }
}
