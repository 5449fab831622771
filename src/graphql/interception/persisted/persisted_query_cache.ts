import type { CacheStatistics } from "../../../kernel/mod.ts";

/** An LRU cache of the documents that clients registered under their hash, limited by characters. */
export class PersistedQueryCache {
  readonly #maxCharacters: number;
  readonly #documents = new Map<string, string>();
  #characters = 0;
  #hits = 0;
  #misses = 0;

  /**
   * Creates the cache.
   *
   * @param maxCharacters the maximum number of characters of all documents
   */
  constructor(maxCharacters: number = 4_194_304) {
    this.#maxCharacters = maxCharacters;
  }

  /** The size of the cache, and its hits and misses. */
  get statistics(): CacheStatistics {
    return {
      entries: this.#documents.size,
      limit: this.#maxCharacters,
      unit: "characters",
      hits: this.#hits,
      misses: this.#misses,
    };
  }

  /** Removes all documents; clients then send them again. */
  clear(): void {
    this.#documents.clear();
    this.#characters = 0;
  }

  /**
   * Finds a document by the hash of its text.
   *
   * @param hash SHA-256, in hexadecimal
   */
  get(hash: string): string | undefined {
    const text = this.#documents.get(hash);
    if (text === undefined) {
      this.#misses++;
      return undefined;
    }
    this.#hits++;
    this.#documents.delete(hash);
    this.#documents.set(hash, text);
    return text;
  }

  /**
   * Adds a document.
   *
   * @param hash SHA-256 of the text, in hexadecimal
   * @param text the document
   */
  set(hash: string, text: string): void {
    if (text.length > this.#maxCharacters || this.#documents.has(hash)) return;
    this.#documents.set(hash, text);
    this.#characters += text.length;
    for (const [oldest, { length }] of this.#documents) {
      if (this.#characters <= this.#maxCharacters) return;
      this.#documents.delete(oldest);
      this.#characters -= length;
    }
  }
}
