/**
 * Keeps responses of queries: policies from the schema and from code, purges by entity and tag, in memory or in Redis.
 *
 * @module
 */

export { responseCache } from "./feature.ts";
export type { ResponseCacheOptions } from "./options.ts";
export type { CacheHint, CachePolicy, CacheScope } from "./cache_policy.ts";
export { setCacheHint } from "./set_cache_hint.ts";
export { ResponseCache } from "./response_cache.ts";
export type { PurgeTarget } from "./purges/purge_target.ts";
export { CachePurges, type PurgeListener } from "./purges/cache_purges.ts";
export type { RedisPurgeOptions } from "./purges/redis_cache_purges.ts";
export type { RedisResponseOptions } from "./store/redis_response_store.ts";
export type { EntityKeys } from "./plan/entity_selection.ts";
