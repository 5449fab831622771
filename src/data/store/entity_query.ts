import type { Criteria } from "../criteria.ts";
import type { Example } from "../example.ts";
import type { LockMode } from "../repository.ts";
import type { Sort } from "../sort.ts";

/** What is asked of an {@linkcode EntityStore}. */
export interface EntityQuery<T> {
  /** What has to match; everything when left out. */
  readonly matching?: Criteria | Example<T>;
  /** How to sort; the id decides between equals. */
  readonly sort?: Sort;
  /** How many to leave out first. */
  readonly offset?: number;
  /** How many to read at most. */
  readonly limit?: number;
  /** The property paths that are needed. */
  readonly select?: readonly string[];
  /** Stops a query that waits. */
  readonly signal?: AbortSignal;
  /** Locks what is found until the transaction ends. */
  readonly lock?: LockMode;
}
