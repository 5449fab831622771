import type { CacheStatistics } from "../../../kernel/mod.ts";

/** Documents that clients registered under their hash: a bounded memory, the least recently used leaving first. */
export class PersistedQueryCache {
  readonly #maxCharacters: number;
  readonly #documents = new Map<string, string>();
  #characters = 0;
  #hits = 0;
  #misses = 0;

  /**
   * Creates the cache.
   *
   * @param maxCharacters characters of documents that are kept at most
   */
  constructor(maxCharacters: number = 4_194_304) {
    this.#maxCharacters = maxCharacters;
  }

  /** How full the cache is, and how often it had a document. */
  get statistics(): CacheStatistics {
    return {
      entries: this.#documents.size,
      limit: this.#maxCharacters,
      unit: "characters",
      hits: this.#hits,
      misses: this.#misses,
    };
  }

  /** Forgets all documents; clients then send them again. */
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
   * Keeps a document.
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
