import { type Container, ContainerModule } from "../../deps.ts";
import { VisibilityProfiles } from "../context/mod.ts";
import {
  GraphQlSource,
  OperationResultCache,
  TypeDefinitionConfigurer,
  WebGraphQlInterceptor,
} from "../graphql/mod.ts";
import { HttpInterceptor } from "../http/mod.ts";
import {
  EspalierProperties,
  installOnce,
  Lifecycle,
  Logger,
  ManagedCache,
  requireFeature,
  StartupTask,
} from "../kernel/mod.ts";
import { BackgroundWork } from "./background_work.ts";
import { CacheHeaderInterceptor } from "./http/cache_header_interceptor.ts";
import { ConditionalGet } from "./http/conditional_get.ts";
import { checkResponseCacheOptions, type ResponseCacheOptions } from "./options.ts";
import { addCacheControlDirective } from "./plan/cache_control_directive.ts";
import { FieldPolicies } from "./plan/field_policies.ts";
import { CachePurges } from "./purges/cache_purges.ts";
import { purgeOnChanges } from "./purges/purge_on_changes.ts";
import { RequestKeys } from "./request_key.ts";
import { ResponseCache } from "./response_cache.ts";
import { MemoryResponseStore } from "./store/memory_response_store.ts";
import type { ResponseStore } from "./store/response_store.ts";

/** Maximum number of concurrent revalidations of stale responses. */
const maxRefreshes = 16;

/** Before the schema is built. */
const beforeSchema = -500;

/**
 * The feature that keeps responses of queries, as `@cacheControl` in the schema, policies in code and hints of data
 * fetchers allow: the lowest maximum age of all selected fields, and the narrowest scope. A response that depends on
 * the client's identity is cached only for that client.
 *
 * @param options policies, entities, limits, and the store
 * @returns a module for `createContainer`
 * @throws TypeError when an option does not exist, RangeError when a number is none that can be used
 *
 * @example
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
 */
export function responseCache(options: ResponseCacheOptions = {}): ContainerModule {
  checkResponseCacheOptions(options);
  return new ContainerModule((module) => {
    installOnce("responseCache()", module);
    requireFeature("graphql()", { neededBy: "responseCache()", module });
    const { bind } = module;
    const policies = new FieldPolicies(options.policies ?? {}, options.defaultMaxAge ?? 0);
    bind(TypeDefinitionConfigurer).toConstantValue({ configure: addCacheControlDirective });
    bind(WebGraphQlInterceptor).toConstantValue(new CacheHeaderInterceptor());
    bind(HttpInterceptor).toResolvedValue(({ graphql }) => new ConditionalGet(graphql.path), [EspalierProperties]);
    bind(StartupTask).toConstantValue({
      name: "responseCache: open the cache",
      order: beforeSchema,
      run: (container) => open(container, options, policies),
    });
    bind(StartupTask).toConstantValue({
      name: "responseCache: check the policies",
      order: Number.MAX_SAFE_INTEGER,
      run: (container) => policies.requireKnown(container.get(GraphQlSource).schema),
    });
  });
}

async function open(container: Container, options: ResponseCacheOptions, policies: FieldPolicies): Promise<void> {
  const logger = container.get(Logger).forCategory("espalier.cache");
  const lifecycle = container.get(Lifecycle);
  const background = new BackgroundWork(maxRefreshes);
  const store = await openStore(options, logger);
  const purges = await openPurges(container, options, logger);
  const cache = new ResponseCache({
    operations: {
      store,
      background,
      logger,
      keys: new RequestKeys({
        version: options.version ?? "",
        contextKeys: options.context ?? [],
        principal: options.principal,
        profiles: container.isBound(VisibilityProfiles) ? container.get(VisibilityProfiles) : undefined,
      }),
      contextKeys: options.context ?? [],
      flights: new Map(),
      counts: { hits: 0, misses: 0 },
      maxEntities: options.maxEntities ?? 100,
      maxLength: options.maxResponseLength ?? 1_048_576,
      staleWhileRevalidate: options.staleWhileRevalidate ?? 0,
      staleIfError: options.staleIfError ?? 0,
    },
    policies,
    entityKeys: options.entities ?? {},
    purges,
  });
  const listening = await purges?.subscribe(cache);
  lifecycle.onDrain(async () => {
    await background.stop();
    await listening?.[Symbol.asyncDispose]();
    await (store as Partial<AsyncDisposable>)[Symbol.asyncDispose]?.();
  });
  publish(container, cache, store);
  if (options.purgeOnChanges !== false) await purgeOnChanges(container, cache);
}

async function openStore(
  { redis, maxBytes = 67_108_864 }: ResponseCacheOptions,
  logger: Logger,
): Promise<ResponseStore> {
  if (redis === undefined) return new MemoryResponseStore(maxBytes);
  const { RedisResponseStore } = await import("./store/redis_response_store.ts");
  return await RedisResponseStore.connect(redis, logger);
}

async function openPurges(
  container: Container,
  { purges }: ResponseCacheOptions,
  logger: Logger,
): Promise<CachePurges | undefined> {
  if (container.isBound(CachePurges)) return await container.getAsync(CachePurges);
  if (purges === undefined) return undefined;
  const { RedisCachePurges } = await import("./purges/redis_cache_purges.ts");
  return new RedisCachePurges(purges.redis, logger);
}

function publish(container: Container, cache: ResponseCache, store: ResponseStore): void {
  container.bind(ResponseCache).toConstantValue(cache);
  container.bind(OperationResultCache).toConstantValue(cache);
  container.bind(ManagedCache).toConstantValue({
    name: "responses",
    manager: "graphql",
    target: store.constructor.name,
    statistics: () => cache.statistics,
    clear: () => cache.clear(),
  });
}
