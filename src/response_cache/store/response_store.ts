import type { CacheStatistics, MaybePromise } from "../../kernel/mod.ts";

/** A response that was kept. */
export interface KeptResponse {
  /** The data of the response; frozen. */
  readonly data: unknown;
  /** What purges name. */
  readonly tags: readonly string[];
  /** The moment before the response was made, as the store counts: a purge that came later is about it. */
  readonly epoch: number;
  /** When the response was made, in milliseconds since 1970. */
  readonly madeAt: number;
  /** Maximum age in seconds. */
  readonly maxAge: number;
  /** How long the store keeps the entry, in seconds: beyond its age where stale responses may be served. */
  readonly keptFor: number;
  /** Whether it is for one client alone. */
  readonly isPrivate: boolean;
  /** Length of the data as JSON. */
  readonly length: number;
}

/** What a store knows under a key. */
export interface StoreReading {
  /** The store's moment of the reading. */
  readonly epoch: number;
  /** The response; absent where there is none, or it was purged. */
  readonly found?: KeptResponse;
}

/** Keeps responses. */
export interface ResponseStore {
  /**
   * Reads a response.
   *
   * @param key of the request
   * @returns `undefined` while the store is away: then nothing is kept either
   */
  read(key: string): MaybePromise<StoreReading | undefined>;
  /** Keeps a response, unless it was purged since its epoch. */
  write(key: string, response: KeptResponse): MaybePromise<void>;
  /** Makes all responses with one of the tags out of date, those that are being made included. */
  purge(tags: readonly string[]): MaybePromise<void>;
  /** Removes all responses. */
  clear(): MaybePromise<void>;
  /** How full the store is. */
  statistics(): CacheStatistics;
}
