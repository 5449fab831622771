/**
 * The response cache: keeps the responses of queries by the policy of their fields, for everyone or for each user, in
 * memory or in Redis, and forgets them when entities change.
 *
 * ```ts
 * import { controller, createApp, createContainer, graphql, QueryMapping, Resource, t } from "@espalier/espalier";
 * import { responseCache } from "@espalier/espalier/cache";
 *
 * class Clock {
 *   #calls = 0;
 *
 *   @QueryMapping({ returns: t.int })
 *   calls(): number {
 *     return ++this.#calls;
 *   }
 * }
 * const schema = Resource.text("clock", "type Query { calls: Int! @cacheControl(maxAge: 60) }");
 * const container = createContainer(graphql({ schema: [schema] }), controller(Clock), responseCache());
 * await using app = await createApp(container);
 * for (const age of ["first", "second"]) {
 *   const response = await app.fetch(new Request("http://localhost/graphql?query={calls}"));
 *   console.log(age, (await response.json()).data.calls, response.headers.get("cache-control")); // 1 "max-age=60, public"
 * }
 * ```
 *
 * - Feature: {@linkcode responseCache}. Policies: `@cacheControl` in the schema, or {@linkcode setCacheHint} in a method.
 * - {@linkcode ResponseCache} purges by entity and tag; {@linkcode CachePurges} carries purges to other instances.
 *
 * Read on: `docs/response-cache.md` in the repository.
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
