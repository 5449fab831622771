import type { Class } from "../kernel/mod.ts";
import type { Criteria } from "./criteria.ts";
import type { Example } from "./example.ts";
import type { Limit } from "./limit.ts";
import type { Page } from "./page.ts";
import type { Pageable } from "./pageable.ts";
import type { ScrollPosition } from "./scroll_position.ts";
import type { Slice } from "./slice.ts";
import type { Sort } from "./sort.ts";
import type { Window } from "./window.ts";

/** The base of all repository interfaces: the class of the entities. */
export interface Repository<T> {
  /** The entity class, described with `describeType`. */
  readonly entityType: Class<T>;
}

/** Options of all repository calls. */
export interface CallOptions {
  /** Gives up: stops a query that waits. */
  readonly signal?: AbortSignal;
}

/** How rows that are found are locked: `"update"` keeps others from changing or locking them. */
export type LockMode = "update";

/** Options of queries. */
export interface FindOptions extends CallOptions {
  /** How to sort; the id decides between equals. */
  readonly sort?: Sort;
  /** Maximum number of results. */
  readonly limit?: Limit;
  /**
   * The property paths that are needed; others may be absent, also of what is referred to: of `author.name` the author's
   * name, of `author.id` nothing but the key. The id and the version always come along.
   */
  readonly select?: readonly string[];
  /**
   * Locks what is found until the current transaction ends, so that it is still the same when it is saved: others that
   * change it or lock it wait. Entities that it refers to are not locked. Needs a transaction.
   */
  readonly lock?: LockMode;
}

/** How an entity is saved. */
export interface SaveOptions extends CallOptions {
  /** Whether the store must have no entity of the id yet; by default the version decides, or else the id. */
  readonly isNew?: boolean;
  /**
   * The entity as it was read, of which this is a changed copy: only columns that differ are written. Entities that were
   * read, and are changed in place, remember that themselves.
   */
  readonly original?: object;
}

/** Saves, finds and deletes entities one by one. */
export interface CrudRepository<T, ID> extends Repository<T> {
  /**
   * Inserts an entity when it is new, updates it otherwise. Of an entity that was read only changed columns are written;
   * nothing is when it has not changed.
   *
   * @param entity an object of the repository's class
   * @param options whether the entity is new, if neither version nor id determine it
   * @returns the entity as stored: with its id, and its version counted on
   * @throws OptimisticLockingError when another transaction has changed it since it was read
   * @throws DataIntegrityError when it violates a constraint, such as a new entity whose id exists
   * @throws TypeError when it has a property that is not described, which would be lost
   */
  save(entity: T, options?: SaveOptions): Promise<T>;
  /** Saves several, in one transaction. */
  saveAll(entities: Iterable<T>, options?: CallOptions): Promise<T[]>;
  /** Finds one; `null` when there is none. */
  findById(id: ID, options?: FindOptions): Promise<T | null>;
  /** Whether there is an entity of the id. */
  existsById(id: ID, options?: CallOptions): Promise<boolean>;
  /** Finds those that exist, in no particular order. */
  findAllById(ids: Iterable<ID>, options?: FindOptions): Promise<T[]>;
  /** Counts all. */
  count(options?: CallOptions): Promise<number>;
  /** Deletes one; does nothing when there is none. */
  deleteById(id: ID, options?: CallOptions): Promise<void>;
  /**
   * Deletes an entity.
   *
   * @throws OptimisticLockingError when another transaction has changed it since it was read
   */
  delete(entity: T, options?: CallOptions): Promise<void>;
  /** Deletes those that exist. */
  deleteAllById(ids: Iterable<ID>, options?: CallOptions): Promise<void>;
  /** Deletes the given entities, or all when none are given. */
  deleteAll(entities?: Iterable<T>, options?: CallOptions): Promise<void>;
}

/** Reads everything, sorted, limited or a page at a time. */
export interface PagingAndSortingRepository<T> extends Repository<T> {
  /** A page, with the total number. */
  findAll(pageable: Pageable, options?: FindOptions): Promise<Page<T>>;
  /** Returns all entities, or as many as the limit permits, sorted. */
  findAll(sort?: Sort | Limit | FindOptions, options?: FindOptions): Promise<T[]>;
}

/** Finds entities that look like an example. */
export interface QueryByExampleExecutor<T> extends Repository<T> {
  /** The only match; `null` when there is none. @throws IncorrectResultSizeError when there are several */
  findOne(example: Example<T>, options?: FindOptions): Promise<T | null>;
  /** A page of matches. */
  findBy(example: Example<T>, pageable: Pageable, options?: FindOptions): Promise<Page<T>>;
  /** All matches. */
  findBy(example: Example<T>, options?: FindOptions): Promise<T[]>;
  /** Counts the matches. */
  countBy(example: Example<T>, options?: CallOptions): Promise<number>;
  /** Whether there is a match. */
  existsBy(example: Example<T>, options?: CallOptions): Promise<boolean>;
}

/** Finds entities by criteria. */
export interface PredicateExecutor<T> extends Repository<T> {
  /** The only match; `null` when there is none. @throws IncorrectResultSizeError when there are several */
  findOne(criteria: Criteria, options?: FindOptions): Promise<T | null>;
  /** A page of matches. */
  findBy(criteria: Criteria, pageable: Pageable, options?: FindOptions): Promise<Page<T>>;
  /** All matches. */
  findBy(criteria: Criteria, options?: FindOptions): Promise<T[]>;
  /** A slice of matches: nothing is counted. */
  sliceBy(criteria: Criteria | Example<T>, pageable: Pageable, options?: FindOptions): Promise<Slice<T>>;
  /** Counts the matches. */
  countBy(criteria: Criteria, options?: CallOptions): Promise<number>;
  /** Whether there is a match. */
  existsBy(criteria: Criteria, options?: CallOptions): Promise<boolean>;
}

/** Reads a result window by window. */
export interface ScrollExecutor<T> extends Repository<T> {
  /**
   * Reads on from a position.
   *
   * @param position offset or keyset; the initial one begins
   * @param options the sort, and the maximum number of items per window
   */
  scroll(position: ScrollPosition, options?: FindOptions): Promise<Window<T>>;
  /**
   * Reads on from a position among the matches of criteria or an example.
   *
   * @param query the condition
   * @param position offset or keyset; the initial one begins
   * @param options the sort, and the maximum number of items per window
   */
  scrollBy(query: Criteria | Example<T>, position: ScrollPosition, options?: FindOptions): Promise<Window<T>>;
}
