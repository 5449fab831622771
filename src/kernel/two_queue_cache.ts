import { RecentTexts } from "./recent_texts.ts";

/** How a {@linkcode TwoQueueCache} is bounded. */
export interface TwoQueueOptions<V> {
  /** Maximum sum of the sizes of all entries. */
  readonly maxSize: number;
  /** Maximum number of entries that were used once; they are evicted first. */
  readonly maxFresh: number;
  /** The size of an entry. */
  readonly sizeOf: (text: string, value: V) => number;
}

interface SizedEntry<V> {
  readonly text: string;
  readonly value: V;
  readonly size: number;
}

/** A 2Q cache: entries used once are evicted first, all others by least recent use. */
export class TwoQueueCache<V> {
  // Not a `Map`: V8 retains the outgrown tables of a map, with their entries, until the next full collection.
  readonly #fresh: SizedEntry<V>[] = [];
  readonly #kept = new Map<string, SizedEntry<V>>();
  readonly #seen = new RecentTexts();
  readonly #options: TwoQueueOptions<V>;
  #size = 0;
  #latest: string | undefined;

  /**
   * Creates the cache.
   *
   * @param options the limits
   */
  constructor(options: TwoQueueOptions<V>) {
    this.#options = options;
  }

  /** Number of entries. */
  get count(): number {
    return this.#fresh.length + this.#kept.size;
  }

  /** Sum of the sizes of all entries. */
  get size(): number {
    return this.#size;
  }

  /** Removes all entries. */
  clear(): void {
    this.#fresh.length = 0;
    this.#kept.clear();
    this.#size = 0;
    this.#latest = undefined;
  }

  /** Finds an entry, and marks it as used. */
  get(text: string): V | undefined {
    const kept = this.#kept.get(text);
    if (kept === undefined) return this.#getFresh(text);
    // Moving an entry costs more than reading it, and the most recent one is already in place.
    if (this.#latest === text) return kept.value;
    this.#kept.delete(text);
    this.#keep(kept);
    return kept.value;
  }

  /** Adds or replaces an entry; an entry larger than the maximum size is not stored. */
  set(text: string, value: V): void {
    const replaced = this.delete(text);
    const { maxSize, maxFresh, sizeOf } = this.#options;
    const size = sizeOf(text, value);
    if (size > maxSize) return;
    const cameBefore = replaced || this.#seen.has(text);
    if (!cameBefore && this.#fresh.length === maxFresh) this.#removeOldest();
    this.#size += size;
    while (this.#size > maxSize) this.#removeOldest();
    const entry = { text, value, size };
    if (cameBefore) this.#keep(entry);
    else this.#fresh.push(entry);
  }

  /** Removes an entry. @returns whether it was there */
  delete(text: string): boolean {
    const kept = this.#kept.get(text);
    const index = kept === undefined ? this.#fresh.findIndex((entry) => entry.text === text) : -1;
    const found = kept ?? (index < 0 ? undefined : this.#fresh.splice(index, 1)[0]);
    if (found === undefined) return false;
    this.#kept.delete(text);
    if (this.#latest === text) this.#latest = undefined;
    this.#size -= found.size;
    return true;
  }

  #getFresh(text: string): V | undefined {
    const index = this.#fresh.findIndex((entry) => entry.text === text);
    if (index < 0) return undefined;
    const [entry] = this.#fresh.splice(index, 1) as [SizedEntry<V>];
    this.#keep(entry);
    return entry.value;
  }

  #keep(entry: SizedEntry<V>): void {
    this.#kept.set(entry.text, entry);
    this.#latest = entry.text;
  }

  /** Evicts one entry, those used once first. */
  #removeOldest(): void {
    const oldest = this.#fresh.shift() ?? this.#kept.values().next().value;
    if (oldest === undefined) return;
    this.#kept.delete(oldest.text);
    this.#size -= oldest.size;
  }
}
