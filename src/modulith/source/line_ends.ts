/** What ends a line beside a line feed, with or without a carriage return before it. */
const unusual = /\r(?!\n)|[\u2028\u2029]/;
/** Looked for first, since a text is searched for a character much faster than for a pattern. */
const suspicious = ["\r", "\u2028", "\u2029"];

/** Finds the ends of lines. Most programs know only line feeds, and are searched for nothing else. */
export class LineEnds {
  readonly #source: string;
  #all: RegExp | undefined;
  /** The last search: a long line is not searched again from each of its places. */
  #lastFrom = 1;
  #lastEnd = 0;

  /** @param source the text */
  constructor(source: string) {
    this.#source = source;
  }

  /**
   * Where a line ends.
   *
   * @param from a place in the line
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

  /** How many lines end between two places. */
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
