/**
 * A fixed-size set of recently seen strings, stored as hashes: an entry may be overwritten, and a collision may report
 * an unseen string as seen.
 */
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

/** FNV-1a; never 0, which marks an empty slot. */
function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619);
  return hash | 1 << 30;
}
