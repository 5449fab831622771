import type { Authentication } from "../context/mod.ts";
import { checkOptions, describeValue } from "../kernel/mod.ts";
import type { CachePolicy } from "./cache_policy.ts";
import type { EntityKeys } from "./plan/entity_selection.ts";
import type { RedisPurgeOptions } from "./purges/redis_cache_purges.ts";
import type { RedisResponseOptions } from "./store/redis_response_store.ts";

/** Options of the response cache. Times are in seconds. */
export interface ResponseCacheOptions {
  /**
   * Maximum age of root fields and fields of objects without a policy; 0 by default, so that their responses are not
   * cached.
   */
  readonly defaultMaxAge?: number;
  /** Policies in code, by coordinates: `Query.books` for a field, `Book` for a type. They go before `@cacheControl`. */
  readonly policies?: Readonly<Record<string, CachePolicy>>;
  /** The field that identifies entities, by the names of their types: `{ Book: "id" }`. */
  readonly entities?: EntityKeys;
  /** Keys of values of the request's context that responses may depend on, such as `["tenant"]`: values of JSON. */
  readonly context?: readonly unknown[];
  /**
   * Identifies a client, for private responses; by default name, scopes, roles and claims of a `Principal`. Required if
   * principals are objects of a custom class; `undefined` disables the cache for the client.
   */
  readonly principal?: (authentication: Authentication) => string | undefined;
  /** Version of the code: responses of another one are never served. The schema itself always counts. */
  readonly version?: string;
  /** Maximum time to serve a stale response while it is revalidated; 0 by default. */
  readonly staleWhileRevalidate?: number;
  /** Maximum time to serve a stale response if an execution fails; 0 by default. */
  readonly staleIfError?: number;
  /** Maximum size of all responses in memory, in bytes; 67,108,864 by default. */
  readonly maxBytes?: number;
  /** Maximum size of one response as JSON, in characters; 1,048,576 by default. */
  readonly maxResponseLength?: number;
  /**
   * Maximum number of entities by which one response is purged; with more, each purge of their types is about it. 100
   * by default.
   */
  readonly maxEntities?: number;
  /** Keeps the responses in Redis, for several instances; in memory by default. */
  readonly redis?: RedisResponseOptions;
  /** Sends purges to other instances that cache responses in memory. */
  readonly purges?: { readonly redis: RedisPurgeOptions };
  /**
   * Whether changes through repositories purge the responses of types that have the name of the entity's class; `true`
   * by default.
   */
  readonly purgeOnChanges?: boolean;
}

/**
 * Checks the options of `responseCache()`.
 *
 * @param options the given options
 * @throws TypeError when one does not exist, or is none that can be used
 * @throws RangeError when a number is none that can be used
 */
export function checkResponseCacheOptions(options: ResponseCacheOptions): void {
  checkOptions<ResponseCacheOptions>("responseCache()", options, {
    defaultMaxAge: true,
    policies: true,
    entities: true,
    context: true,
    principal: true,
    version: true,
    staleWhileRevalidate: true,
    staleIfError: true,
    maxBytes: true,
    maxResponseLength: true,
    maxEntities: true,
    redis: true,
    purges: true,
    purgeOnChanges: true,
  });
  const { defaultMaxAge, staleWhileRevalidate, staleIfError, maxBytes, maxResponseLength, maxEntities } = options;
  const numbers = { defaultMaxAge, staleWhileRevalidate, staleIfError, maxBytes, maxResponseLength, maxEntities };
  for (const [name, value] of Object.entries(numbers)) {
    if (value === undefined || Number.isFinite(value) && value >= 0) continue;
    throw new RangeError(
      `Cannot install responseCache() as "${name}" must be a number >= 0: current value is ${describeValue(value)}`,
    );
  }
  for (const [coordinates, policy] of Object.entries(options.policies ?? {})) checkPolicy(coordinates, policy);
  if (options.redis !== undefined && options.purges !== undefined) {
    throw new TypeError(
      'Cannot install responseCache() as it must have one of "redis" and "purges": responses in Redis are purged there',
    );
  }
}

function checkPolicy(coordinates: string, policy: CachePolicy): void {
  checkOptions<CachePolicy>(`the cache policy of "${coordinates}"`, policy, {
    maxAge: true,
    scope: true,
    inheritMaxAge: true,
    tags: true,
    dependsOn: true,
  });
  const { maxAge = 0, scope = "PUBLIC" } = policy;
  if (!Number.isFinite(maxAge) || maxAge < 0) {
    throw new RangeError(
      `Cannot use the cache policy of "${coordinates}" as "maxAge" must be a number >= 0: current value is ${
        describeValue(maxAge)
      }`,
    );
  }
  if (scope === "PUBLIC" || scope === "PRIVATE") return;
  throw new TypeError(
    `Cannot use the cache policy of "${coordinates}" as "scope" must be "PUBLIC" or "PRIVATE": current value is ${
      describeValue(scope)
    }`,
  );
}
