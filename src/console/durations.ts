/** Upper bounds grow by a quarter: a percentile is at most that much too high. */
const factor = 1.25;
const firstBoundMs = 0.05;
const bucketCount = 80;

/** Counts durations in buckets, for percentiles at constant memory. */
export class Durations {
  readonly #buckets = new Uint32Array(bucketCount);
  #count = 0;
  #sum = 0;
  #max = 0;

  /** Number of durations. */
  get count(): number {
    return this.#count;
  }

  /** The longest duration in milliseconds; 0 where there is none. */
  get maxMs(): number {
    return this.#max;
  }

  /** The mean in milliseconds; 0 where there is no duration. */
  get meanMs(): number {
    return this.#count === 0 ? 0 : this.#sum / this.#count;
  }

  /** Counts a duration in milliseconds. */
  record(ms: number): void {
    const at = ms <= firstBoundMs ? 0 : Math.ceil(Math.log(ms / firstBoundMs) / Math.log(factor));
    this.#buckets[Math.min(at, bucketCount - 1)]!++;
    this.#count++;
    this.#sum += ms;
    if (ms > this.#max) this.#max = ms;
  }

  /**
   * Returns the duration that a part of the durations does not exceed, in milliseconds; 0 where there is none.
   *
   * @param part from 0 to 1
   */
  percentile(part: number): number {
    let left = Math.ceil(this.#count * part);
    for (let at = 0; at < bucketCount && left > 0; at++) {
      left -= this.#buckets[at]!;
      if (left <= 0) return Math.min(firstBoundMs * factor ** at, this.#max);
    }
    return this.#max;
  }

  /** Begins anew. */
  clear(): void {
    this.#buckets.fill(0);
    this.#count = 0;
    this.#sum = 0;
    this.#max = 0;
  }
}
