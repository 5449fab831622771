import type { Criteria } from "../criteria.ts";
import type { Example } from "../example.ts";
import type { LockMode } from "../repository.ts";
import type { Sort } from "../sort.ts";

/** A query to an {@linkcode EntityStore}. */
export interface EntityQuery<T> {
  /** The condition; all entities when left out. */
  readonly matching?: Criteria | Example<T>;
  /** The order; the id is the tie-breaker. */
  readonly sort?: Sort;
  /** Number of entities to skip. */
  readonly offset?: number;
  /** Maximum number of entities. */
  readonly limit?: number;
  /** The property paths that are needed. */
  readonly select?: readonly string[];
  /** Aborts the query. */
  readonly signal?: AbortSignal;
  /** Locks the found rows until the transaction ends. */
  readonly lock?: LockMode;
}
