import type { Criteria } from "./criteria.ts";
import type { Limit } from "./limit.ts";
import type { FitsPaths, PathValue } from "./property_paths.ts";
import type { CallOptions } from "./repository.ts";
import type { Sort } from "./sort.ts";

/** An aggregate of the values of many entities. */
export type AggregateKind = "count" | "countDistinct" | "sum" | "bigintSum" | "avg" | "min" | "max";

/** A value that is computed of many entities; see {@linkcode count}, {@linkcode sum} and the like. */
export interface Aggregate<K extends AggregateKind = AggregateKind, P extends string = string> {
  /** Which value is computed. */
  readonly kind: K;
  /** The property path; absent where entities are counted. */
  readonly path?: P;
}

/** Aggregates by the names that their values get. */
export type Aggregates = Readonly<Record<string, Aggregate>>;

/**
 * Counts entities.
 *
 * @example
 * ```ts
 * import { entity, t } from "@espalier/espalier";
 * import { count, openDatabase, repository } from "@espalier/espalier/data";
 *
 * class Book extends entity({ id: t.generated(t.id), title: t.string, pages: t.int }, { id: "id" }) {}
 * class Books extends repository(Book) {}
 *
 * await using database = await openDatabase("memory:");
 * const books = new Books(database);
 * await books.saveAll([new Book({ title: "Emma", pages: 474 }), new Book({ title: "Persuasion", pages: 249 })]);
 * console.log(await books.aggregate({ books: count() })); // { books: 2 }
 * ```
 */
export function count(): Aggregate<"count", never>;
/**
 * Counts the entities of which a property has a value.
 *
 * @param path the property path
 */
export function count<const P extends string>(path: P): Aggregate<"count", P>;
export function count(path?: string): Aggregate {
  return path === undefined ? { kind: "count" } : { kind: "count", path };
}

/**
 * Counts the different values of a property, without null.
 *
 * @param path the property path
 *
 * @example
 * ```ts
 * import { entity, t } from "@espalier/espalier";
 * import { countDistinct, openDatabase, repository } from "@espalier/espalier/data";
 *
 * class Book extends entity({ id: t.generated(t.id), title: t.string, pages: t.int }, { id: "id" }) {}
 * class Books extends repository(Book) {}
 *
 * await using database = await openDatabase("memory:");
 * const books = new Books(database);
 * await books.saveAll([new Book({ title: "Emma", pages: 474 }), new Book({ title: "Persuasion", pages: 249 })]);
 * console.log(await books.aggregate({ titles: countDistinct("title") })); // { titles: 2 }
 * ```
 */
export function countDistinct<const P extends string>(path: P): Aggregate<"countDistinct", P> {
  return { kind: "countDistinct", path };
}

/**
 * Sums a property up, exactly unless it is a `t.float`; null where no value is there.
 *
 * @param path the property path
 *
 * @example
 * ```ts
 * import { entity, t } from "@espalier/espalier";
 * import { openDatabase, repository, sum } from "@espalier/espalier/data";
 *
 * class Book extends entity({ id: t.generated(t.id), title: t.string, pages: t.int }, { id: "id" }) {}
 * class Books extends repository(Book) {}
 *
 * await using database = await openDatabase("memory:");
 * const books = new Books(database);
 * await books.saveAll([new Book({ title: "Emma", pages: 474 }), new Book({ title: "Persuasion", pages: 249 })]);
 * console.log(await books.aggregate({ pages: sum("pages") })); // { pages: 723 }
 * ```
 */
export function sum<const P extends string>(path: P): Aggregate<"sum", P>;
/**
 * Sums a whole number up as a bigint, where the sum may be larger than a number can hold.
 *
 * @param path the property path
 * @param type the type of the sum
 */
export function sum<const P extends string>(path: P, type: "bigint"): Aggregate<"bigintSum", P>;
export function sum(path: string, type?: "bigint"): Aggregate {
  return { kind: type === undefined ? "sum" : "bigintSum", path };
}

/**
 * The average of a property's values; null where no value is there.
 *
 * @param path the property path
 *
 * @example
 * ```ts
 * import { entity, t } from "@espalier/espalier";
 * import { avg, openDatabase, repository } from "@espalier/espalier/data";
 *
 * class Book extends entity({ id: t.generated(t.id), title: t.string, pages: t.int }, { id: "id" }) {}
 * class Books extends repository(Book) {}
 *
 * await using database = await openDatabase("memory:");
 * const books = new Books(database);
 * await books.saveAll([new Book({ title: "Emma", pages: 474 }), new Book({ title: "Persuasion", pages: 249 })]);
 * console.log(await books.aggregate({ pages: avg("pages") })); // { pages: 361.5 }
 * ```
 */
export function avg<const P extends string>(path: P): Aggregate<"avg", P> {
  return { kind: "avg", path };
}

/**
 * The least value of a property, in the order of sorts; null where no value is there.
 *
 * @param path the property path
 *
 * @example
 * ```ts
 * import { entity, t } from "@espalier/espalier";
 * import { min, openDatabase, repository } from "@espalier/espalier/data";
 *
 * class Book extends entity({ id: t.generated(t.id), title: t.string, pages: t.int }, { id: "id" }) {}
 * class Books extends repository(Book) {}
 *
 * await using database = await openDatabase("memory:");
 * const books = new Books(database);
 * await books.saveAll([new Book({ title: "Emma", pages: 474 }), new Book({ title: "Persuasion", pages: 249 })]);
 * console.log(await books.aggregate({ shortest: min("pages") })); // { shortest: 249 }
 * ```
 */
export function min<const P extends string>(path: P): Aggregate<"min", P> {
  return { kind: "min", path };
}

/**
 * The greatest value of a property, in the order of sorts; null where no value is there.
 *
 * @param path the property path
 *
 * @example
 * ```ts
 * import { entity, t } from "@espalier/espalier";
 * import { max, openDatabase, repository } from "@espalier/espalier/data";
 *
 * class Book extends entity({ id: t.generated(t.id), title: t.string, pages: t.int }, { id: "id" }) {}
 * class Books extends repository(Book) {}
 *
 * await using database = await openDatabase("memory:");
 * const books = new Books(database);
 * await books.saveAll([new Book({ title: "Emma", pages: 474 }), new Book({ title: "Persuasion", pages: 249 })]);
 * console.log(await books.aggregate({ longest: max("pages") })); // { longest: 474 }
 * ```
 */
export function max<const P extends string>(path: P): Aggregate<"max", P> {
  return { kind: "max", path };
}

/** Numbers have numbers, bigints bigints, and decimals, which are texts, decimals. */
type SumOf<V> = NonNullable<V> extends bigint ? bigint : NonNullable<V> extends string ? string : number;

type ValueOf<T, A> = A extends Aggregate<infer K, infer P> ? K extends "count" | "countDistinct" ? number
  : K extends "bigintSum" ? bigint | null
  : K extends "sum" ? SumOf<PathValue<T, P>> | null
  : K extends "avg" ? (NonNullable<PathValue<T, P>> extends string ? string : number) | null
  : PathValue<T, P> | null
  : never;

/** The values of one group: those of the aggregates by name, and those that the group has in common by path. */
export type AggregateRow<T, A extends Aggregates, G extends string> =
  & { readonly [K in keyof A]: ValueOf<T, A[K]> }
  & { readonly [K in G]: PathValue<T, K> };

/** Aggregates whose paths the compiler follows from `T`. */
export type FittingAggregates<T, A extends Aggregates> = {
  readonly [K in keyof A]: A[K] extends Aggregate<AggregateKind, infer P> ? A[K] & FitsPaths<T, P> : never;
};

/** Which entities are aggregated. */
export interface AggregateOptions<T, W extends string> extends CallOptions {
  /** The condition; all entities when left out. */
  readonly where?: Criteria<W> & FitsPaths<T, W>;
}

/** How entities are grouped, and which groups are returned. */
export interface GroupOptions<T, W extends string, G extends string, N extends string> extends AggregateOptions<T, W> {
  /** The property paths whose values the entities of a group have in common. */
  readonly groupBy: readonly (G & FitsPaths<T, G>)[];
  /** The condition on groups, by the names of aggregates and the paths of `groupBy`. */
  readonly having?: Criteria<NoInfer<N>>;
  /** The order of groups, by the same names; the paths of `groupBy` are the tie-breakers. */
  readonly sort?: Sort<NoInfer<N>>;
  /** Maximum number of groups. */
  readonly limit?: Limit;
}
