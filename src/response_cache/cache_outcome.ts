import type { CacheScope } from "./cache_policy.ts";

/** The source of a response. */
export type CacheStatus = "hit" | "stale" | "miss";

/** The cache outcome of a request; the class is its own key in the request's context. */
export class CacheOutcome {
  /** The source of the response. */
  readonly status: CacheStatus;
  /** The returned data: if an interceptor replaces it, the response must not be cached. */
  readonly data: unknown;
  /** Maximum age in seconds; 0 if the response must not be cached anywhere. */
  readonly maxAge: number;
  /** How old the response is, in seconds. */
  readonly age: number;
  /** The clients that may share it. */
  readonly scope: CacheScope;

  /** @param parts the properties of the response */
  constructor(parts: Pick<CacheOutcome, "status" | "data" | "maxAge" | "age" | "scope">) {
    this.status = parts.status;
    this.data = parts.data;
    this.maxAge = parts.maxAge;
    this.age = parts.age;
    this.scope = parts.scope;
  }
}
