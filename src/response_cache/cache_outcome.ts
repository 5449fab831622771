import type { CacheScope } from "./cache_policy.ts";

/** Where a response came from. */
export type CacheStatus = "hit" | "stale" | "miss";

/** What the cache did for a request; the class is its own key in the request's context. */
export class CacheOutcome {
  /** Where the response came from. */
  readonly status: CacheStatus;
  /** The data that was returned: what interceptors replace is no longer what may be kept. */
  readonly data: unknown;
  /** Maximum age in seconds; 0 where the response must not be kept anywhere. */
  readonly maxAge: number;
  /** How old the response is, in seconds. */
  readonly age: number;
  /** Who may get it. */
  readonly scope: CacheScope;

  /** @param parts what is known of the response */
  constructor(parts: Pick<CacheOutcome, "status" | "data" | "maxAge" | "age" | "scope">) {
    this.status = parts.status;
    this.data = parts.data;
    this.maxAge = parts.maxAge;
    this.age = parts.age;
    this.scope = parts.scope;
  }
}
