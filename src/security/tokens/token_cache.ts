import type { CacheStatistics } from "../../kernel/mod.ts";

/** An accepted token. */
interface Entry<V> {
  readonly value: V;
  readonly until: number;
}

/** How much a {@linkcode TokenCache} holds. */
export interface TokenCacheOptions {
  /** Maximum number of tokens. */
  readonly maxTokens: number;
  /** Maximum number of characters of all tokens. */
  readonly maxCharacters?: number;
  readonly now?: () => number;
}

/**
 * A bounded cache of verified tokens until their expiry. Evicts the oldest entry first, not the least recently used, so
 * that tokens in constant use are verified again from time to time.
 */
export class TokenCache<V> {
  readonly #entries = new Map<string, Entry<V>>();
  readonly #maxTokens: number;
  readonly #maxCharacters: number;
  readonly #now: () => number;
  #characters = 0;
  #hits = 0;
  #misses = 0;

  /** @param options the bounds */
  constructor({ maxTokens, maxCharacters = 16_777_216, now = Date.now }: TokenCacheOptions) {
    this.#maxTokens = maxTokens;
    this.#maxCharacters = maxCharacters;
    this.#now = now;
  }

  /** Number of tokens. */
  get size(): number {
    return this.#entries.size;
  }

  /** How full the cache is, and how often it knew a token. */
  statistics(): CacheStatistics {
    return { entries: this.#entries.size, limit: this.#maxTokens, hits: this.#hits, misses: this.#misses };
  }

  /** Returns the cached value of a token; `undefined` if there is none, or it expired. */
  get(token: string): V | undefined {
    const entry = this.#entries.get(token);
    if (entry !== undefined && entry.until > this.#now()) {
      this.#hits++;
      return entry.value;
    }
    this.#misses++;
    if (entry !== undefined) this.#delete(token);
    return undefined;
  }

  /**
   * Remembers a token.
   *
   * @param token as the client sent it
   * @param value the cached value
   * @param until the expiry, in milliseconds since 1970
   */
  set(token: string, value: V, until: number): void {
    if (until <= this.#now() || this.#maxTokens === 0) return;
    this.#delete(token);
    this.#entries.set(token, { value, until });
    this.#characters += token.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxTokens && this.#characters <= this.#maxCharacters) break;
      this.#delete(oldest);
    }
  }

  /** Forgets all tokens. */
  clear(): void {
    this.#entries.clear();
    this.#characters = 0;
  }

  #delete(token: string): void {
    if (this.#entries.delete(token)) this.#characters -= token.length;
  }
}
