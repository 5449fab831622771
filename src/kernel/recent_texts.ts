/** Remembers which texts came lately, by a number each: it can forget, and rarely errs, but it never grows. */
export class RecentTexts {
  readonly #hashes = new Int32Array(4_096);

  /** Returns whether the text was seen recently, and marks it as seen. */
  has(text: string): boolean {
    const hash = hashOf(text);
    const at = hash & (this.#hashes.length - 1);
    const isKnown = this.#hashes[at] === hash;
    this.#hashes[at] = hash;
    return isKnown;
  }
}

/** FNV-1a; never the number that an empty place has. */
function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619);
  return hash | 1 << 30;
}
