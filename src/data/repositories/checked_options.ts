import type { Criteria } from "../criteria.ts";
import type { Example } from "../example.ts";
import type { FitsPaths } from "../property_paths.ts";
import type { CallOptions, FindOptions } from "../repository.ts";
import type { ScrollPosition } from "../scroll_position.ts";
import type { Sort } from "../sort.ts";

/** Criteria whose paths the compiler checks against `T`, or an example. */
export type Matching<T, P extends string> = (Criteria<P> & FitsPaths<T, P>) | Example<T>;

type SortedOptions<T, S extends string> = Omit<FindOptions, "sort" | "select"> & {
  /** The order; the id is the tie-breaker. */
  readonly sort?: Sort<S> & FitsPaths<T, S>;
};

/** Options whose paths the compiler checks against `T`, without a typed selection. */
export type CheckedOptions<T, S extends string, K extends string> = SortedOptions<T, S> & {
  /** The property paths that are needed; others may be absent. The id and the version are always included. */
  readonly select?: readonly (K & FitsPaths<T, K>)[];
};

/** Options with a selection that the compiler knows, so that the result has its type. */
export type SelectingOptions<T, S extends string, K extends string> = SortedOptions<T, S> & {
  /** The property paths that are needed; others are absent. The id and the version are always included. */
  readonly select: readonly (string extends K ? never : K & FitsPaths<T, K>)[];
};

/** Options of counting the children of several parents. */
export interface NestedOptions<T, P extends string> {
  /** Criteria or an example; everything when left out. */
  readonly matching?: Matching<T, P>;
}

/** Options of reading the children of several parents. */
export interface NestedScroll<T, P extends string> extends NestedOptions<T, P> {
  /** The position of each window, the same for each parent: an offset or keyset, or the initial one. */
  readonly position: ScrollPosition;
}

/** Options of an upsert. */
export interface UpsertOptions<T, P extends string> extends CallOptions {
  /** The properties of a unique key of the description; the id when left out. */
  readonly on?: readonly (P & FitsPaths<T, P>)[];
}
