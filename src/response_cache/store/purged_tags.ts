/**
 * Remembers when tags were purged, as a number that grows with each purge. It is bounded: what it has evicted counts
 * as purged at the latest moment that it could have been.
 */
export class PurgedTags {
  readonly #purgedAt = new Map<string, number>();
  readonly #maxTags: number;
  #epoch = 0;
  /** Entries of earlier epochs are out of date. */
  #floor = 0;

  /** @param maxTags maximum number of tags that are remembered */
  constructor(maxTags: number) {
    this.#maxTags = maxTags;
  }

  /** The moment: the number of purges so far. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Notes a purge. */
  add(tags: readonly string[]): void {
    this.#epoch++;
    for (const tag of tags) {
      this.#purgedAt.delete(tag);
      this.#purgedAt.set(tag, this.#epoch);
    }
    while (this.#purgedAt.size > this.#maxTags) {
      const [oldest, at] = this.#purgedAt.entries().next().value!;
      this.#purgedAt.delete(oldest);
      this.#floor = at;
    }
  }

  /** Purges everything. */
  addAll(): void {
    this.#floor = ++this.#epoch;
    this.#purgedAt.clear();
  }

  /**
   * Whether one of the tags was purged since a moment.
   *
   * @param tags of a response
   * @param epoch the epoch before it was created
   */
  areNewer(tags: readonly string[], epoch: number): boolean {
    if (epoch === this.#epoch) return false;
    return epoch < this.#floor || tags.some((tag) => (this.#purgedAt.get(tag) ?? 0) > epoch);
  }
}
