import type { Criteria } from "../criteria.ts";
import type { Example } from "../example.ts";
import type { FitsPaths } from "../property_paths.ts";
import type { CallOptions, FindOptions } from "../repository.ts";
import type { ScrollPosition } from "../scroll_position.ts";
import type { Sort } from "../sort.ts";

/** Criteria whose paths the compiler follows from `T`, or an example. */
export type Matching<T, P extends string> = (Criteria<P> & FitsPaths<T, P>) | Example<T>;

type SortedOptions<T, S extends string> = Omit<FindOptions, "sort" | "select"> & {
  /** How to sort; the id decides between equals. */
  readonly sort?: Sort<S> & FitsPaths<T, S>;
};

/** Options whose paths the compiler follows from `T`; nothing is said of what is selected. */
export type CheckedOptions<T, S extends string, K extends string> = SortedOptions<T, S> & {
  /** The property paths that are needed; others may be absent. The id and the version always come along. */
  readonly select?: readonly (K & FitsPaths<T, K>)[];
};

/** Options that select what the compiler knows, so that the result has the type of it. */
export type SelectingOptions<T, S extends string, K extends string> = SortedOptions<T, S> & {
  /** The property paths that are needed; others are absent. The id and the version always come along. */
  readonly select: readonly (string extends K ? never : K & FitsPaths<T, K>)[];
};

/** What items under each of many parents have to match besides. */
export interface NestedOptions<T, P extends string> {
  /** Criteria or an example; everything when left out. */
  readonly matching?: Matching<T, P>;
}

/** Which windows are read under each of many parents. */
export interface NestedScroll<T, P extends string> extends NestedOptions<T, P> {
  /** Where each window begins: an offset or keyset, the same under each parent; the initial one begins. */
  readonly position: ScrollPosition;
}

/** How an entity is inserted or changed. */
export interface UpsertOptions<T, P extends string> extends CallOptions {
  /** Properties whose values no two entities share, as the description says; the id when left out. */
  readonly on?: readonly (P & FitsPaths<T, P>)[];
}
