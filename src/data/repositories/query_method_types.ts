import type { Limit } from "../limit.ts";
import type { Page } from "../page.ts";
import type { Pageable } from "../pageable.ts";
import type { FitsPaths } from "../property_paths.ts";
import type { CallOptions } from "../repository.ts";
import type { ScrollPosition } from "../scroll_position.ts";
import type { Slice } from "../slice.ts";
import type { Sort } from "../sort.ts";
import type { Window } from "../window.ts";
import type { DerivedArguments } from "./derived_arguments.ts";
import type { QueryMethodOptions, QueryMethods, QueryResult } from "./query_method.ts";

/** The optional arguments after those of the conditions. */
type Extras<T, S extends string> = readonly ((Sort<S> & FitsPaths<T, S>) | Limit | CallOptions)[];

interface ResultTypes<T, S extends string> {
  one: { extras: Extras<T, S>; result: Promise<T | null> };
  list: { extras: Extras<T, S>; result: Promise<T[]> };
  page: { extras: [pageable: Pageable<S> & FitsPaths<T, S>, ...CallOptions[]]; result: Promise<Page<T>> };
  slice: { extras: [pageable: Pageable<S> & FitsPaths<T, S>, ...CallOptions[]]; result: Promise<Slice<T>> };
  window: { extras: [position: ScrollPosition, ...Extras<T, S>]; result: Promise<Window<T>> };
  stream: { extras: Extras<T, S>; result: AsyncIterable<T> };
  number: { extras: CallOptions[]; result: Promise<number> };
  boolean: { extras: CallOptions[]; result: Promise<boolean> };
  void: { extras: CallOptions[]; result: Promise<void> };
}

type ResultOf<M> = M extends QueryResult ? M : M extends QueryMethodOptions<infer R> ? R : never;

/** The methods of a repository, typed by their names and kinds of results. */
export type DerivedMethods<T, M extends QueryMethods> = {
  readonly [Name in keyof M & string]: <S extends string = string>(
    ...args: [...DerivedArguments<T, Name>, ...ResultTypes<T, S>[ResultOf<M[Name]>]["extras"]]
  ) => ResultTypes<T, S>[ResultOf<M[Name]>]["result"];
};
