/** Line ends other than a line feed, with or without a carriage return before it. */
const unusual = /\r(?!\n)|[\u2028\u2029]/;
/** Characters to search for first, as this is much faster than a pattern. */
const suspicious = ["\r", "\u2028", "\u2029"];

/** Finds the ends of lines. In a text with line feeds only, as usual, it searches for nothing else. */
export class LineEnds {
  readonly #source: string;
  #all: RegExp | undefined;
  /** The last search, so that a long line is not searched again from each of its positions. */
  #lastFrom = 1;
  #lastEnd = 0;

  /** @param source the text */
  constructor(source: string) {
    this.#source = source;
  }

  /**
   * Returns the end of a line.
   *
   * @param from an offset in the line
   * @returns the offset of the line's end, or of the end of the text
   */
  after(from: number): number {
    if (from < this.#lastFrom || from > this.#lastEnd) {
      this.#lastEnd = this.#find(from);
      this.#lastFrom = from;
    }
    return this.#lastEnd;
  }

  #find(from: number): number {
    this.#all ??= this.#isUnusual() ? /\r(?!\n)|[\n\u2028\u2029]/g : lineFeed;
    const found = this.#all === lineFeed ? this.#source.indexOf("\n", from) : this.#search(this.#all, from);
    return found < 0 ? this.#source.length : found;
  }

  /** Number of line ends between two offsets. */
  between(start: number, end: number): number {
    let count = 0;
    for (let at = this.after(start); at < end; at = this.after(at + 1)) count++;
    return count;
  }

  #isUnusual(): boolean {
    return suspicious.some((character) => this.#source.includes(character)) && unusual.test(this.#source);
  }

  #search(pattern: RegExp, from: number): number {
    pattern.lastIndex = from;
    return pattern.exec(this.#source)?.index ?? -1;
  }
}

const lineFeed = /\n/;
