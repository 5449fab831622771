/** Random numbers that are the same on every machine and at every start. */
export class SeededRandom {
  #state: number;

  /** @param seed any whole number */
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 up to 1, 1 excluded (the generator known as mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number between both ends, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** One of the items. */
  oneOf<T>(items: readonly T[]): T {
    return items[this.between(0, items.length - 1)]!;
  }
}
