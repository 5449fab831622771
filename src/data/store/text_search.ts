/** Maximum length for `indexOf`, whose time grows with the product of both lengths. */
const longestForPlatform = 32;

/**
 * Searches texts for a substring by the Knuth-Morris-Pratt algorithm, in time linear in both lengths. Clients could
 * choose texts of a megabyte for which V8's `indexOf` takes minutes.
 */
export class TextSearch {
  /** The text that is searched for. */
  readonly wanted: string;
  #borders: Int32Array | undefined;

  /** @param wanted the text that is searched for */
  constructor(wanted: string) {
    this.wanted = wanted;
  }

  /**
   * Finds the first occurrence.
   *
   * @param text the text to search in
   * @param from the index to start from
   * @returns its index in UTF-16 units, or -1
   */
  indexIn(text: string, from = 0): number {
    const { wanted } = this;
    if (wanted.length > text.length - from) return -1;
    if (wanted.length <= longestForPlatform) return text.indexOf(wanted, from);
    const borders = this.#borders ??= bordersOf(wanted);
    let matched = 0;
    for (let at = from; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      while (matched > 0 && wanted.charCodeAt(matched) !== unit) matched = borders[matched - 1]!;
      if (wanted.charCodeAt(matched) === unit) matched++;
      if (matched === wanted.length) return at - matched + 1;
    }
    return -1;
  }
}

/** Returns, for each prefix of a text, the length of its longest proper prefix that is also its suffix. */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length);
  let length = 0;
  for (let at = 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    while (length > 0 && text.charCodeAt(length) !== unit) length = borders[length - 1]!;
    if (text.charCodeAt(length) === unit) length++;
    borders[at] = length;
  }
  return borders;
}
