import type { ServiceIdentifier } from "../../deps.ts";
import type { MaybePromise } from "./maybe_promise.ts";
import { token } from "./token.ts";

/**
 * A cache of an application, as operators see it: `/actuator/caches` lists it and clears it. Any area may bind one.
 *
 * @example
 * ```ts
 * import { ContainerModule, ManagedCache } from "@espalier/espalier";
 *
 * const prices = new Map<string, number>();
 * const caches = new ContainerModule(({ bind }) => {
 *   bind(ManagedCache).toConstantValue({
 *     name: "prices",
 *     manager: "shop",
 *     statistics: () => ({ entries: prices.size }),
 *     clear: () => prices.clear(),
 *   });
 * });
 * console.log(caches.id > 0); // true
 * ```
 */
export interface ManagedCache {
  /** Name of the cache, unique within its manager. */
  readonly name: string;
  /** The owner of the cache: `"graphql"`, `"security"`, the name of a module. */
  readonly manager: string;
  /** The implementation, for display: the name of a class. */
  readonly target?: string;
  /** How full the cache is. */
  statistics(): CacheStatistics;
  /** Removes all entries; absent if not supported. */
  clear?(): MaybePromise<void>;
}

/** How full a cache is, and how well it works. */
export interface CacheStatistics {
  /** Number of entries. */
  readonly entries: number;
  /** Maximum number of entries, or of `unit`. */
  readonly limit?: number;
  /** The unit of the limit, if it is not the number of entries: `"characters"`. */
  readonly unit?: string;
  /** Number of hits. */
  readonly hits?: number;
  /** Number of misses. */
  readonly misses?: number;
}

/** Identifier of the {@linkcode ManagedCache} beans. */
export const ManagedCache: ServiceIdentifier<ManagedCache> = token<ManagedCache>("ManagedCache");
