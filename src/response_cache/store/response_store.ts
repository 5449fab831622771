import type { CacheStatistics, MaybePromise } from "../../kernel/mod.ts";
import type { KeptResponse } from "./kept_response.ts";

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
