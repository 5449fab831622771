/** A source of decisions: numbers that a property-based test shrinks. At its end every decision is the simplest one. */
export class Tape {
  readonly #bytes: ArrayLike<number>;
  #at = 0;

  constructor(bytes: ArrayLike<number>) {
    this.#bytes = bytes;
  }

  get isOver(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** A number below the limit. */
  below(limit: number): number {
    const byte = this.#at < this.#bytes.length ? this.#bytes[this.#at++]! : 0;
    return byte % limit;
  }

  /** Whether something with the given chance in 256 happens. */
  chance(in256: number): boolean {
    return 255 - this.below(256) < in256;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** A tape for one place: equal places get equal decisions, whenever they are reached. */
  fork(place: string): Tape {
    let hash = 2166136261;
    for (let i = 0; i < place.length; i++) hash = Math.imul(hash ^ place.charCodeAt(i), 16777619);
    for (let i = 0; i < this.#bytes.length; i++) hash = Math.imul(hash ^ this.#bytes[i]!, 16777619);
    const bytes = new Uint8Array(48);
    for (let i = 0; i < bytes.length; i++) {
      hash = Math.imul(hash ^ (hash >>> 15), 2246822519) + 0x9e3779b9 | 0;
      bytes[i] = (hash >>> 11) & 255;
    }
    return new Tape(bytes);
  }
}
