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
 * Once there are many, a document is kept when it comes for the second time: a flood of documents that come once
 * neither pushes out the others nor grows the memory.
 */
export class BoundedDocumentCache implements PreparsedDocumentProvider {
  readonly #valid: LeastRecentlyUsed;
  readonly #invalid: LeastRecentlyUsed;

  /** @param options limits */
  constructor(options: BoundedDocumentCacheOptions = {}) {
    this.#valid = new LeastRecentlyUsed(options.maxCharacters ?? 262_144);
    this.#invalid = new LeastRecentlyUsed(options.maxInvalidCharacters ?? 65_536);
  }

  /** How many documents are kept: valid ones and invalid ones. */
  get size(): { readonly valid: number; readonly invalid: number } {
    return { valid: this.#valid.size, invalid: this.#invalid.size };
  }

  getDocument(
    input: ExecutionInput,
    parseAndValidate: (input: ExecutionInput) => PreparsedDocumentEntry,
  ): PreparsedDocumentEntry {
    const { query } = input;
    const known = this.#valid.get(query) ?? this.#invalid.get(query);
    if (known) return known;
    const entry = parseAndValidate(input);
    (entry.document ? this.#valid : this.#invalid).set(query, entry);
    return entry;
  }
}

/** From so many documents on, a new one has to come twice to be kept. */
const manyDocuments = 64;

/** What a document counts: even the shortest one has a plan. */
function sizeOf(text: string): number {
  return text.length + 16;
}

class LeastRecentlyUsed {
  readonly #seen = new RecentTexts();
  readonly #entries = new Map<string, PreparsedDocumentEntry>();
  readonly #limit: number;
  #characters = 0;
  #latest: string | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(text: string): PreparsedDocumentEntry | undefined {
    const entry = this.#entries.get(text);
    // Moving an entry costs more than reading it: the one that was moved last need not move again.
    if (entry && this.#latest !== text) {
      this.#entries.delete(text);
      this.#entries.set(text, entry);
      this.#latest = text;
    }
    return entry;
  }

  set(text: string, entry: PreparsedDocumentEntry): void {
    if (sizeOf(text) > this.#limit) return;
    if (this.#entries.size >= manyDocuments && !this.#seen.has(text)) return;
    this.#entries.set(text, entry);
    this.#latest = text;
    this.#characters += sizeOf(text);
    for (const oldest of this.#entries.keys()) {
      if (this.#characters <= this.#limit) return;
      this.#entries.delete(oldest);
      this.#characters -= sizeOf(oldest);
    }
  }
}
