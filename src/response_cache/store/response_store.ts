import type { CacheStatistics, MaybePromise } from "../../kernel/mod.ts";
import type { KeptResponse } from "./kept_response.ts";

/** The result of a look-up. */
export interface StoreReading {
  /** The store's moment of the reading. */
  readonly epoch: number;
  /** The response; absent if there is none, or it was purged. */
  readonly found?: KeptResponse;
}

/** Keeps responses. */
export interface ResponseStore {
  /**
   * Reads a response.
   *
   * @param key of the request
   * @returns `undefined` while the store is unreachable; then nothing is stored either
   */
  read(key: string): MaybePromise<StoreReading | undefined>;
  /** Keeps a response, unless it was purged since its epoch. */
  write(key: string, response: KeptResponse): MaybePromise<void>;
  /** Purges all responses with one of the tags, including those of executions in flight. */
  purge(tags: readonly string[]): MaybePromise<void>;
  /** Removes all responses. */
  clear(): MaybePromise<void>;
  /** How full the store is. */
  statistics(): CacheStatistics;
}
