import { type CacheStatistics, TwoQueueCache } from "../../kernel/mod.ts";
import { PurgedTags } from "./purged_tags.ts";
import type { KeptResponse } from "./kept_response.ts";
import type { ResponseStore, StoreReading } from "./response_store.ts";

/** Approximate number of bytes per character of JSON, for the string and the parsed value. */
const bytesPerCharacter = 5;

/** Overhead of an entry, in bytes. */
const bytesPerEntry = 512;

/** Maximum number of responses that were used once. */
const maxFresh = 64;

/** Maximum number of purged tags that are remembered. */
const maxPurgedTags = 20_000;

/** Keeps responses in memory, bounded by an estimate of their bytes. */
export class MemoryResponseStore implements ResponseStore {
  readonly #maxBytes: number;
  readonly #responses: TwoQueueCache<KeptResponse>;
  readonly #purged = new PurgedTags(maxPurgedTags);

  /** @param maxBytes maximum size of all responses, in bytes */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#responses = new TwoQueueCache({ maxSize: maxBytes, maxFresh, sizeOf });
  }

  read(key: string): StoreReading {
    const { epoch } = this.#purged;
    const found = this.#responses.get(key);
    if (found === undefined) return { epoch };
    const { madeAt, keptFor, tags, epoch: madeSince } = found.parts;
    const isOver = Date.now() >= madeAt + keptFor * 1_000;
    if (!isOver && !this.#purged.areNewer(tags, madeSince)) return { epoch, found };
    this.#responses.delete(key);
    return { epoch };
  }

  write(key: string, response: KeptResponse): void {
    const { tags, epoch } = response.parts;
    if (!this.#purged.areNewer(tags, epoch)) this.#responses.set(key, response);
  }

  purge(tags: readonly string[]): void {
    this.#purged.add(tags);
  }

  clear(): void {
    this.#purged.addAll();
    this.#responses.clear();
  }

  statistics(): CacheStatistics {
    return { entries: this.#responses.count, limit: this.#maxBytes, unit: "bytes" };
  }
}

function sizeOf(key: string, { text, parts: { tags } }: KeptResponse): number {
  const ofTags = tags.reduce((sum, tag) => sum + tag.length + 32, 0);
  return key.length + text.length * bytesPerCharacter + ofTags + bytesPerEntry;
}
