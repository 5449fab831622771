/** Numbers and words by chance; the same seed gives the same ones. */
export class Random {
  #state: number;

  /** @param seed an integer */
  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** An integer from 0 to the limit, the limit excluded. */
  below(limit: number): number {
    // mulberry32
    this.#state = this.#state + 0x6d2b79f5 | 0;
    let t = Math.imul(this.#state ^ this.#state >>> 15, 1 | this.#state);
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
    return Math.floor(((t ^ t >>> 14) >>> 0) / 2 ** 32 * limit);
  }

  /** Three to eight small letters. */
  word(): string {
    return Array.from({ length: 3 + this.below(6) }, () => String.fromCharCode(97 + this.below(26))).join("");
  }
}
