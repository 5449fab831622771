import { UnreadableExpressionError } from "../unreadable_expression_error.ts";
import { LikeSegment } from "./like_segment.ts";

/**
 * A `like` pattern with `%` and `_`, which a backslash escapes. One pattern is matched with the texts of many rows.
 *
 * Clients choose patterns and texts, so the time to match is linear in the length of the text: the segments between the
 * `%` are searched in their order, each from the end of the match before it.
 */
export class LikePattern {
  /** The source text of the pattern. */
  readonly source: string;
  readonly #segments: readonly LikeSegment[];

  /**
   * @param source the pattern
   * @throws UnreadableExpressionError when a segment with `_` between two `%` is too long
   */
  constructor(source: string) {
    this.source = source;
    this.#segments = segmentsOf(source);
    const tooLong = this.#segments.slice(1, -1).find((segment) => !segment.isSearchable);
    if (tooLong !== undefined) throw new UnreadableExpressionError(tooLong.refusal(), "pattern");
  }

  /** Returns whether a text matches the pattern. */
  matches(text: string): boolean {
    const first = this.#segments[0]!;
    let start = first.endAt(text, 0);
    if (this.#segments.length === 1) return start === text.length;
    const last = this.#segments.at(-1)!;
    for (const segment of this.#segments.slice(1, -1)) {
      if (start < 0) return false;
      start = segment.endOfFirst(text, start);
    }
    if (start < 0) return false;
    const lastStart = last.startBackFrom(text);
    return lastStart >= start && last.endAt(text, lastStart) === text.length;
  }
}

/** Caches the last pattern, as a query matches one pattern with every row. */
export class LikePatterns {
  #last: LikePattern | undefined;

  /**
   * Returns the parsed pattern; the last one comes from the cache.
   *
   * @param source the pattern
   */
  of(source: string): LikePattern {
    if (this.#last?.source !== source) this.#last = new LikePattern(source);
    return this.#last;
  }
}

function segmentsOf(source: string): LikeSegment[] {
  const segments = [new LikeSegment()];
  let isEscaped = false;
  for (const character of source) {
    const segment = segments.at(-1)!;
    if (isEscaped) segment.addText(character);
    else if (character === "%") segments.push(new LikeSegment());
    else if (character === "_") segment.addAnyCharacter();
    else if (character !== "\\") segment.addText(character);
    isEscaped = !isEscaped && character === "\\";
  }
  // A backslash at the end is a literal character.
  if (isEscaped) segments.at(-1)!.addText("\\");
  return segments;
}
