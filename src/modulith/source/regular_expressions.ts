import type { SourceCursor } from "./source_cursor.ts";

const SLASH = 47, BRACKET_OPEN = 91, BACKSLASH = 92, BRACKET_CLOSE = 93;

/** Skips regular expressions, in linear time for any number of slashes and brackets in a line. */
export class RegularExpressions {
  readonly #cursor: SourceCursor;
  /** The last character class, so that each slash within it does not search for its end again. */
  #lastClass = { start: 1, end: 0 };
  /** Ends of character classes after which no regular expression ends on the line. */
  readonly #deadEnds = new Set<number>();

  /** @param cursor in the text */
  constructor(cursor: SourceCursor) {
    this.#cursor = cursor;
  }

  /**
   * Moves past the regular expression at the cursor. Regular expressions end on their line; else the slash is a
   * division.
   *
   * @returns whether there was one
   */
  skip(): boolean {
    const { source, position, lineEnds } = this.#cursor;
    const end = lineEnds.after(position);
    const passed: number[] = [];
    for (let at = position + 1; at < end; at++) {
      const code = source.charCodeAt(at);
      if (code === BACKSLASH) at++;
      else if (code === BRACKET_OPEN) {
        at = this.#endOfClass(at + 1, end);
        if (this.#deadEnds.has(at)) break;
        passed.push(at);
      } else if (code === SLASH) {
        this.#cursor.position = at + 1;
        this.#cursor.word();
        return true;
      }
    }
    for (const at of passed) this.#deadEnds.add(at);
    return false;
  }

  /** The offset of the end of a character class, or of the line; the last result is cached. */
  #endOfClass(start: number, end: number): number {
    const { source } = this.#cursor;
    const last = this.#lastClass;
    if (start >= last.start && start <= last.end) return last.end;
    let at = start;
    while (at < end && source.charCodeAt(at) !== BRACKET_CLOSE) {
      at += source.charCodeAt(at) === BACKSLASH ? 2 : 1;
    }
    this.#lastClass = { start, end: Math.min(at, end) };
    return this.#lastClass.end;
  }
}
