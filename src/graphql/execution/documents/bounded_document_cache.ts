import { type CacheStatistics, TwoQueueCache } from "../../../kernel/mod.ts";
import type { ExecutionInput } from "../execution_input.ts";
import { KnownShapes } from "./known_shapes.ts";
import type { PreparsedDocumentEntry } from "./preparsed_document_entry.ts";
import type { PreparsedDocumentProvider } from "./preparsed_document_provider.ts";

/** Limits of a {@linkcode BoundedDocumentCache}. */
export interface BoundedDocumentCacheOptions {
  /**
   * Characters of valid documents that are kept at most, with 16 for each document beside its own; 262,144 by default.
   * A quarter as many are kept of documents that others of the same shape are executed by. Parsed, planned and generated, a document takes about 256 times as many bytes.
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
  readonly #valid: TwoQueueCache<PreparsedDocumentEntry>;
  readonly #invalid: TwoQueueCache<PreparsedDocumentEntry>;
  readonly #shapes: KnownShapes;
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
    const maxShapes = Math.floor(maxCharacters * shapesShare);
    this.#shapes = new KnownShapes(maxShapes);
    this.#maxCharacters = maxCharacters + maxInvalidCharacters + maxShapes;
    this.#valid = documentsWithin(maxCharacters);
    this.#invalid = documentsWithin(maxInvalidCharacters);
  }

  /** How many documents are kept: valid ones and invalid ones. */
  get size(): { readonly valid: number; readonly invalid: number } {
    return { valid: this.#valid.count, invalid: this.#invalid.count };
  }

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
    this.#shapes.clear();
  }

  /**
   * Finds the shapes of the documents that a provider keeps; used by the engine.
   *
   * @param provider the engine's provider
   * @returns `undefined` for other providers and subclasses, which may look at each document
   */
  static shapesOf(provider: PreparsedDocumentProvider): KnownShapes | undefined {
    const isOwn = provider instanceof BoundedDocumentCache && provider.constructor === BoundedDocumentCache;
    return isOwn ? provider.#shapes : undefined;
  }

  /** Returns the kept entry, or prepares the document and keeps it. */
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
    (entry.errors === undefined ? this.#valid : this.#invalid).set(query, entry);
    return entry;
  }
}

/** Number of characters of shapes that are kept, for each character of valid documents. */
export const shapesShare = 0.25;

/** So many documents that came once are kept, the newest ones. */
const maxFresh = 4;

/** What a document counts: even the shortest one has a plan. */
function sizeOf(text: string): number {
  return text.length + 16;
}

/** A cache for documents, by their text. */
function documentsWithin(maxSize: number): TwoQueueCache<PreparsedDocumentEntry> {
  return new TwoQueueCache({ maxSize, maxFresh, sizeOf });
}
