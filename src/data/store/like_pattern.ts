import { UnreadableExpressionError } from "../unreadable_expression_error.ts";
import { LikeSegment } from "./like_segment.ts";

/**
 * A pattern with `%` and `_`, of which a backslash takes the meaning, for the texts of many rows.
 *
 * Clients choose patterns and texts, so the time to match is linear in the length of the text: the parts between the
 * `%` are searched one after another, each from where the one before it ended.
 */
export class LikePattern {
  /** The pattern as it was given. */
  readonly source: string;
  readonly #segments: readonly LikeSegment[];

  /**
   * @param source the pattern
   * @throws UnreadableExpressionError when a part with `_` between two `%` is too long to be searched for
   */
  constructor(source: string) {
    this.source = source;
    this.#segments = segmentsOf(source);
    const tooLong = this.#segments.slice(1, -1).find((segment) => !segment.isSearchable);
    if (tooLong !== undefined) throw new UnreadableExpressionError(tooLong.refusal(), "pattern");
  }

  /** Whether a text fits the pattern. */
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

/** Remembers the pattern that was asked for last: a query matches one pattern with every row. */
export class LikePatterns {
  #last: LikePattern | undefined;

  /**
   * Returns a pattern, which is read only where it is not the last one.
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
  // A backslash at the end takes the meaning of nothing.
  if (isEscaped) segments.at(-1)!.addText("\\");
  return segments;
}
