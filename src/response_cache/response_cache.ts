import {
  type CachedExecution,
  documentHasSecrets,
  type GuardedOperation,
  type OperationResultCache,
} from "../graphql/mod.ts";
import type { CacheStatistics } from "../kernel/mod.ts";
import { CachedOperation, type CacheParts } from "./cached_operation.ts";
import { planOf } from "./plan/cache_plan.ts";
import { type EntityKeys, EntitySelection } from "./plan/entity_selection.ts";
import type { FieldPolicies } from "./plan/field_policies.ts";
import type { CachePurges, PurgeListener } from "./purges/cache_purges.ts";
import { type PurgeTarget, tagsOf } from "./purges/purge_target.ts";

/** The parts of a {@linkcode ResponseCache}. */
export interface ResponseCacheParts {
  readonly operations: CacheParts;
  readonly policies: FieldPolicies;
  readonly entityKeys: EntityKeys;
  readonly purges: CachePurges | undefined;
}

/**
 * Keeps responses of queries, and purges them. The class is its own identifier in the container, bound by
 * `responseCache()`.
 *
 * @example
 * ```ts
 * import { createApp, createContainer, graphql, Resource } from "@espalier/espalier";
 * import { ResponseCache, responseCache } from "@espalier/espalier/cache";
 *
 * const schema = Resource.text("s", "type Query { answer: Int @cacheControl(maxAge: 60) }");
 * await using app = await createApp(createContainer(graphql({ schema: [schema] }), responseCache()));
 * const cache = app.container.get(ResponseCache);
 * await cache.purge({ type: "Book", id: "7" }, { tag: "prices" });
 * console.log(cache.statistics.entries); // 0
 * ```
 */
export class ResponseCache implements OperationResultCache, PurgeListener {
  readonly #parts: ResponseCacheParts;

  /**
   * Creates the cache; `responseCache()` does.
   *
   * @param parts store, policies and keys
   */
  constructor(parts: ResponseCacheParts) {
    this.#parts = parts;
  }

  /** How full the cache is, and how often it had a response. */
  get statistics(): CacheStatistics {
    const { store, counts } = this.#parts.operations;
    return { ...store.statistics(), ...counts };
  }

  /**
   * Purges responses on all instances that share the cache or its purges: those that contain an entity, whose selection
   * includes a type, or that have a tag. Responses of executions in flight are not cached.
   *
   * @param targets the changed entities, types or tags; a type without id includes new entities
   * @throws TypeError if one names nothing
   */
  async purge(...targets: readonly PurgeTarget[]): Promise<void> {
    const isEntity = (type: string) => Object.hasOwn(this.#parts.entityKeys, type);
    const tags = [...new Set(targets.flatMap((target) => tagsOf(target, isEntity)))];
    if (tags.length === 0) return;
    await this.#parts.operations.store.purge(tags);
    await this.#parts.purges?.publish(tags);
  }

  /** Removes all responses. */
  async clear(): Promise<void> {
    await this.#parts.operations.store.clear();
  }

  /**
   * Computes the cache plan of an operation; called by the engine.
   *
   * @param operation a valid query
   */
  planCaching(operation: GuardedOperation): CachedExecution | undefined {
    const { schema, document, node } = operation;
    if (documentHasSecrets(schema, document)) return undefined;
    const { policies, entityKeys: keys, operations } = this.#parts;
    const plan = planOf(operation, policies);
    if (plan.maxAge <= 0) return undefined;
    const entities = Object.keys(keys).length === 0 ? undefined : new EntitySelection(schema, document, { node, keys });
    return new CachedOperation(operations, operation, { plan, entities }).run;
  }

  /** Applies a purge of another instance. */
  purged(tags: readonly string[]): void {
    this.#run(() => this.#parts.operations.store.purge(tags));
  }

  /** Removes all responses, as purges of other instances may have been missed. */
  missed(): void {
    this.#run(() => this.clear());
  }

  #run(work: () => void | Promise<void>): void {
    const pending = work();
    if (pending instanceof Promise) this.#parts.operations.background.add(pending);
  }
}
