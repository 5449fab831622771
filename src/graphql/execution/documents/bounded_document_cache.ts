import type { CacheStatistics } from "../../../kernel/mod.ts";
import type { ExecutionInput } from "../execution_input.ts";
import type { PreparsedDocumentEntry } from "./preparsed_document_entry.ts";
import type { PreparsedDocumentProvider } from "./preparsed_document_provider.ts";
import { RecentTexts } from "./recent_texts.ts";

/** Limits of a {@linkcode BoundedDocumentCache}. */
export interface BoundedDocumentCacheOptions {
  /**
   * Characters of valid documents that are kept at most, with 16 for each document beside its own; 262,144 by default.
   * Parsed, planned and generated, a document takes about 256 times as many bytes.
   */
  readonly maxCharacters?: number;
  /** Characters of invalid documents that are kept at most, counted likewise; 65,536 by default. */
  readonly maxInvalidCharacters?: number;
}

/**
 * Keeps documents by their text, the least recently used leaving first.
 *
 * Invalid documents have a small cache of their own, so that a client that sends nonsense can't push out good ones.
 * Of documents that came once, only the newest few are kept: a flood of them neither pushes out those that come again
 * nor grows the memory.
 */
export class BoundedDocumentCache implements PreparsedDocumentProvider {
  readonly #valid: TwoQueues;
  readonly #invalid: TwoQueues;
  readonly #maxCharacters: number;
  #lookups = 0;
  #misses = 0;

  /**
   * Creates the cache.
   *
   * @param options limits
   */
  constructor(options: BoundedDocumentCacheOptions = {}) {
    const { maxCharacters = 262_144, maxInvalidCharacters = 65_536 } = options;
    this.#maxCharacters = maxCharacters + maxInvalidCharacters;
    this.#valid = new TwoQueues(maxCharacters);
    this.#invalid = new TwoQueues(maxInvalidCharacters);
  }

  /** How many documents are kept: valid ones and invalid ones. */
  get size(): { readonly valid: number; readonly invalid: number } {
    return { valid: this.#valid.size, invalid: this.#invalid.size };
  }

  /** Returns the kept entry, or prepares the document and keeps it. */
  /** How full the cache is, and how often it had a document. */
  get statistics(): CacheStatistics {
    const { valid, invalid } = this.size;
    const hits = this.#lookups - this.#misses;
    return { entries: valid + invalid, limit: this.#maxCharacters, unit: "characters", hits, misses: this.#misses };
  }

  /** Removes all documents. */
  clear(): void {
    this.#valid.clear();
    this.#invalid.clear();
  }

  getDocument(
    input: ExecutionInput,
    parseAndValidate: (input: ExecutionInput) => PreparsedDocumentEntry,
  ): PreparsedDocumentEntry {
    const { query } = input;
    this.#lookups++;
    const known = this.#valid.get(query) ?? this.#invalid.get(query);
    if (known) return known;
    this.#misses++;
    const entry = parseAndValidate(input);
    (entry.document ? this.#valid : this.#invalid).set(query, entry);
    return entry;
  }
}

/** So many documents that came once are kept, the newest ones. */
const maxFresh = 4;

/** What a document counts: even the shortest one has a plan. */
function sizeOf(text: string): number {
  return text.length + 16;
}

interface KeptDocument {
  readonly text: string;
  readonly entry: PreparsedDocumentEntry;
}

/** A 2Q cache: entries used once are evicted first, all others by least recent use. */
class TwoQueues {
  // No map: V8 keeps the tables that a map outgrew, and what was in them, until the next full collection.
  readonly #fresh: KeptDocument[] = [];
  readonly #kept = new Map<string, PreparsedDocumentEntry>();
  readonly #seen = new RecentTexts();
  readonly #limit: number;
  #characters = 0;
  #latest: string | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#fresh.length + this.#kept.size;
  }

  clear(): void {
    this.#fresh.length = 0;
    this.#kept.clear();
    this.#characters = 0;
    this.#latest = undefined;
  }

  get(text: string): PreparsedDocumentEntry | undefined {
    const kept = this.#kept.get(text);
    if (kept === undefined) return this.#getFresh(text);
    // Moving an entry costs more than reading it: the one that was moved last need not move again.
    if (this.#latest === text) return kept;
    this.#kept.delete(text);
    this.#keep(text, kept);
    return kept;
  }

  set(text: string, entry: PreparsedDocumentEntry): void {
    const size = sizeOf(text);
    if (size > this.#limit) return;
    const cameBefore = this.#seen.has(text);
    if (!cameBefore && this.#fresh.length === maxFresh) this.#removeOldest();
    this.#characters += size;
    while (this.#characters > this.#limit) this.#removeOldest();
    if (cameBefore) this.#keep(text, entry);
    else this.#fresh.push({ text, entry });
  }

  #getFresh(text: string): PreparsedDocumentEntry | undefined {
    const index = this.#fresh.findIndex((document) => document.text === text);
    if (index < 0) return undefined;
    const [{ entry }] = this.#fresh.splice(index, 1) as [KeptDocument];
    this.#keep(text, entry);
    return entry;
  }

  #keep(text: string, entry: PreparsedDocumentEntry): void {
    this.#kept.set(text, entry);
    this.#latest = text;
  }

  /** What came once leaves first. */
  #removeOldest(): void {
    const text = this.#fresh.shift()?.text ?? this.#kept.keys().next().value;
    if (text === undefined) return;
    this.#kept.delete(text);
    this.#characters -= sizeOf(text);
  }
}
