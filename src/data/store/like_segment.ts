import { TextSearch } from "./text_search.ts";

/** Maximum characters of a segment with wildcards: each 32 of them cost one step per character of the text. */
const maxSearchedLength = 10_000;

/** The segment of a pattern between two `%`: characters, and `_` for any character. */
export class LikeSegment {
  /** The characters, `undefined` for any. */
  readonly #characters: (string | undefined)[] = [];
  #hasWildcard = false;
  #search: TextSearch | undefined;
  #masks: Map<string | undefined, Uint32Array> | undefined;

  /** Appends a literal character. */
  addText(character: string): void {
    this.#characters.push(character);
  }

  /** Appends `_`. */
  addAnyCharacter(): void {
    this.#characters.push(undefined);
    this.#hasWildcard = true;
  }

  /** Whether the segment can be searched for at any position of a text. */
  get isSearchable(): boolean {
    return !this.#hasWildcard || this.#characters.length <= maxSearchedLength;
  }

  /** The reason why the segment can't be searched for. */
  refusal(): RangeError {
    return new RangeError(
      `a part with "_" between two "%" must have at most ${maxSearchedLength} characters: current length is ` +
        this.#characters.length,
    );
  }

  /**
   * Compares the segment with the text at one position.
   *
   * @returns the end of the segment in the text, or -1
   */
  endAt(text: string, start: number): number {
    let at = start;
    for (const wanted of this.#characters) {
      if (at >= text.length) return -1;
      const found = characterAt(text, at);
      if (wanted !== undefined && wanted !== found) return -1;
      at += found.length;
    }
    return at;
  }

  /** Returns the start of the segment if it ended with the text; -1 if the text is too short. */
  startBackFrom(text: string): number {
    let at = text.length;
    for (let left = this.#characters.length; left > 0; left--) {
      if (at <= 0) return -1;
      const isPair = at >= 2 && isPairAt(text, at - 2);
      at -= isPair ? 2 : 1;
    }
    return at;
  }

  /**
   * Finds the first occurrence.
   *
   * @returns the end of the occurrence, or -1
   */
  endOfFirst(text: string, start: number): number {
    if (this.#characters.length > text.length - start) return -1;
    if (this.#hasWildcard) return this.#endOfFirstWithWildcards(text, start);
    this.#search ??= new TextSearch(this.#characters.join(""));
    const found = this.#search.indexIn(text, start);
    return found < 0 ? -1 : found + this.#search.wanted.length;
  }

  /** Tracks all partial occurrences at once, one bit per character of the segment (the shift-and algorithm). */
  #endOfFirstWithWildcards(text: string, start: number): number {
    const masks = this.#masks ??= this.#masksOfCharacters();
    const other = masks.get(undefined)!;
    const state = new Uint32Array(other.length);
    const last = this.#characters.length - 1;
    for (let at = start; at < text.length;) {
      const character = characterAt(text, at);
      at += character.length;
      advance(state, masks.get(character) ?? other);
      if ((state[last >>> 5]! >>> (last & 31) & 1) === 1) return at;
    }
    return -1;
  }

  /** Maps each character to the positions in the segment that it matches; `undefined` to those of `_`. */
  #masksOfCharacters(): Map<string | undefined, Uint32Array> {
    const any = new Uint32Array(this.#characters.length + 31 >>> 5);
    const masks = new Map<string | undefined, Uint32Array>([[undefined, any]]);
    this.#characters.forEach((character, i) => {
      if (character === undefined) any[i >>> 5]! |= 1 << (i & 31);
    });
    this.#characters.forEach((character, i) => {
      if (character === undefined) return;
      let mask = masks.get(character);
      if (mask === undefined) masks.set(character, mask = any.slice());
      mask[i >>> 5]! |= 1 << (i & 31);
    });
    return masks;
  }
}

function advance(state: Uint32Array, mask: Uint32Array): void {
  let carry = 1;
  for (let i = 0; i < state.length; i++) {
    const word = state[i]!;
    state[i] = (word << 1 | carry) & mask[i]!;
    carry = word >>> 31;
  }
}

function characterAt(text: string, at: number): string {
  return isPairAt(text, at) ? text.slice(at, at + 2) : text.charAt(at);
}

/** Whether two UTF-16 units are one character. */
function isPairAt(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}
