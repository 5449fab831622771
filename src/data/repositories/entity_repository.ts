import { type Class, describeValue, requireClass } from "../../kernel/mod.ts";
import type { AggregateOptions, AggregateRow, Aggregates, FittingAggregates, GroupOptions } from "../aggregate.ts";
import { type Criteria, everything } from "../criteria.ts";
import type { Database } from "../database.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { Example } from "../example.ts";
import type { Changes } from "../increment.ts";
import { IncorrectResultSizeError } from "../incorrect_result_size_error.ts";
import { Limit } from "../limit.ts";
import type { Page } from "../page.ts";
import { Pageable } from "../pageable.ts";
import { matchingId, matchingIds } from "../query/matching_ids.ts";
import type { FitsPaths, Selected, SuggestedPath } from "../property_paths.ts";
import type {
  CallOptions,
  CrudRepository,
  FindOptions,
  PagingAndSortingRepository,
  PredicateExecutor,
  QueryByExampleExecutor,
  SaveOptions,
  ScrollExecutor,
} from "../repository.ts";
import type { ScrollPosition } from "../scroll_position.ts";
import type { Slice } from "../slice.ts";
import { Sort } from "../sort.ts";
import type { EntityQuery } from "../store/entity_query.ts";
import type { EntityStore } from "../store/entity_store.ts";
import type { Transactions } from "../transactions.ts";
import type { Window } from "../window.ts";
import type {
  CheckedOptions,
  Matching,
  NestedOptions,
  NestedScroll,
  SelectingOptions,
  UpsertOptions,
} from "./checked_options.ts";
import type { QueryMethod } from "./query_method.ts";
import { readPage, readSlice } from "./read_page.ts";
import { readWindow, readWindows } from "./read_window.ts";

/**
 * Implements all repository interfaces on any store.
 *
 * The compiler checks the property paths of criteria, sorts and selections against the entity's class. Strings that are
 * known only at run time are checked then. The result of a query with `select` has the type of the selection.
 */
export class EntityRepository<T, ID>
  implements
    CrudRepository<T, ID>,
    PagingAndSortingRepository<T>,
    QueryByExampleExecutor<T>,
    PredicateExecutor<T>,
    ScrollExecutor<T> {
  readonly entityType: Class<T>;
  /** The database of the entities. */
  readonly database: Database;
  /** The query methods that are derived from their names, by name. */
  readonly queryMethods: ReadonlyMap<string, QueryMethod>;
  /** The store of the entities, for custom query methods. */
  protected readonly store: EntityStore<T>;

  /**
   * Creates the repository.
   *
   * @param database the database of the entities
   * @param entityType the class, described with an id
   * @param queryMethods the query methods of a subclass
   * @throws TypeError when there is no database, or the class is not described or has no id
   */
  constructor(database: Database, entityType: Class<T>, queryMethods: readonly QueryMethod[] = []) {
    requireDatabase(new.target.name, database);
    requireClass(`Cannot make repository "${new.target.name}"`, entityType);
    this.database = database;
    this.queryMethods = new Map(queryMethods.map((method) => [method.name, method]));
    this.entityType = entityType;
    this.store = database.store(entityType);
  }

  /** The transactions of the database. */
  get transactions(): Transactions {
    return this.database.transactions;
  }

  /** How the entity is stored: its table, columns, id and version. */
  get model(): EntityModel<T> {
    return this.store.model;
  }

  save(entity: T, options?: SaveOptions): Promise<T> {
    return this.store.save(entity, options);
  }

  saveAll(entities: Iterable<T>, options: CallOptions = {}): Promise<T[]> {
    return this.store.saveAll([...entities], options);
  }

  /**
   * Inserts an entity, or changes the one with the same unique values, by one statement. An existing row keeps its id and
   * the values of properties that are `undefined`. Its version is incremented but not compared: use `save` for changes
   * that depend on the values that were read.
   *
   * @param entity an object of the repository's class
   * @param options the unique properties; the id when left out
   * @returns the entity as stored
   * @throws TypeError when the description has no such unique key
   * @throws DataIntegrityError when another entity has the values of other unique properties
   *
   * @example
   * ```ts
   * import { describeType, t } from "@espalier/espalier";
   * import { openDatabase, repository } from "@espalier/espalier/data";
   *
   * class Book {
   *   constructor(readonly id: string | undefined, readonly isbn: string, readonly title: string) {}
   * }
   * describeType(Book, { id: t.optional(t.id), isbn: t.string, title: t.string }, { id: "id", unique: [["isbn"]] });
   *
   * await using database = await openDatabase("memory:");
   * const books = new (repository(Book, {}))(database);
   * const first = await books.upsert(new Book(undefined, "0-19", "Ema"), { on: ["isbn"] });
   * const second = await books.upsert(new Book(undefined, "0-19", "Emma"), { on: ["isbn"] });
   * console.log(first.id === second.id, second.title, await books.count()); // true "Emma" 1
   * ```
   */
  upsert<P extends string = string>(entity: T, { on, signal }: UpsertOptions<T, P> = {}): Promise<T> {
    return this.store.upsert(entity, on, signal);
  }

  findById<S extends string, const K extends SuggestedPath<T>>(
    id: ID,
    options: SelectingOptions<T, S, K>,
  ): Promise<Selected<T, K> | null>;
  findById<S extends string = string, K extends string = string>(
    id: ID,
    options?: CheckedOptions<T, S, K>,
  ): Promise<T | null>;
  async findById(id: ID, options: FindOptions = {}): Promise<T | null> {
    const [found] = await this.store.find({ ...queryOf(options), matching: this.#idIs(id), limit: 1 });
    return found ?? null;
  }

  existsById(id: ID, { signal }: CallOptions = {}): Promise<boolean> {
    return this.store.exists(this.#idIs(id), signal);
  }

  findAllById<S extends string, const K extends SuggestedPath<T>>(
    ids: Iterable<ID>,
    options: SelectingOptions<T, S, K>,
  ): Promise<Selected<T, K>[]>;
  findAllById<S extends string = string, K extends string = string>(
    ids: Iterable<ID>,
    options?: CheckedOptions<T, S, K>,
  ): Promise<T[]>;
  findAllById(ids: Iterable<ID>, options: FindOptions = {}): Promise<T[]> {
    return this.store.find({ ...queryOf(options), matching: matchingIds(this.model, ids) });
  }

  findAll<P extends string, S extends string, const K extends SuggestedPath<T>>(
    pageable: Pageable<P> & FitsPaths<T, P>,
    options: SelectingOptions<T, S, K>,
  ): Promise<Page<Selected<T, K>>>;
  findAll<P extends string, S extends string = string, K extends string = string>(
    pageable: Pageable<P> & FitsPaths<T, P>,
    options?: CheckedOptions<T, S, K>,
  ): Promise<Page<T>>;
  findAll<P extends string, S extends string, const K extends SuggestedPath<T>>(
    sort: (Sort<P> & FitsPaths<T, P>) | Limit,
    options: SelectingOptions<T, S, K>,
  ): Promise<Selected<T, K>[]>;
  findAll<S extends string, const K extends SuggestedPath<T>>(
    options: SelectingOptions<T, S, K>,
  ): Promise<Selected<T, K>[]>;
  findAll<P extends string, S extends string = string, K extends string = string>(
    sort?: (Sort<P> & FitsPaths<T, P>) | Limit | CheckedOptions<T, P, K>,
    options?: CheckedOptions<T, S, K>,
  ): Promise<T[]>;
  findAll(what: Pageable | Sort | Limit | FindOptions = {}, options: FindOptions = {}): Promise<Page<T> | T[]> {
    if (what instanceof Pageable) return readPage(this.store, what, queryOf(options));
    if (what instanceof Sort) return this.store.find({ ...queryOf(options), sort: what });
    return this.store.find(queryOf(what instanceof Limit ? { ...options, limit: what } : what));
  }

  count({ signal }: CallOptions = {}): Promise<number> {
    return this.store.count(everything, signal);
  }

  async deleteById(id: ID, { signal }: CallOptions = {}): Promise<void> {
    await this.store.deleteMatching(this.#idIs(id), signal);
  }

  delete(entity: T, options: CallOptions = {}): Promise<void> {
    return this.store.delete(entity, options);
  }

  async deleteAllById(ids: Iterable<ID>, { signal }: CallOptions = {}): Promise<void> {
    await this.store.deleteMatching(matchingIds(this.model, ids), signal);
  }

  async deleteAll(entities?: Iterable<T>, options: CallOptions = {}): Promise<void> {
    if (entities === undefined) {
      await this.store.deleteMatching(everything, options.signal);
      return;
    }
    await this.transactions.run(async () => {
      for (const entity of entities) await this.delete(entity, options);
    }, options);
  }

  findOne<P extends string, S extends string, const K extends SuggestedPath<T>>(
    matching: Matching<T, P>,
    options: SelectingOptions<T, S, K>,
  ): Promise<Selected<T, K> | null>;
  findOne<P extends string, S extends string = string, K extends string = string>(
    matching: Matching<T, P>,
    options?: CheckedOptions<T, S, K>,
  ): Promise<T | null>;
  async findOne(matching: Criteria | Example<T>, options: FindOptions = {}): Promise<T | null> {
    const [found, second] = await this.store.find({ ...queryOf(options), matching, limit: 2 });
    if (second !== undefined) throw new IncorrectResultSizeError(this.model.name);
    return found ?? null;
  }

  findBy<P extends string, G extends string, S extends string, const K extends SuggestedPath<T>>(
    matching: Matching<T, P>,
    pageable: Pageable<G> & FitsPaths<T, G>,
    options: SelectingOptions<T, S, K>,
  ): Promise<Page<Selected<T, K>>>;
  findBy<P extends string, G extends string, S extends string = string, K extends string = string>(
    matching: Matching<T, P>,
    pageable: Pageable<G> & FitsPaths<T, G>,
    options?: CheckedOptions<T, S, K>,
  ): Promise<Page<T>>;
  findBy<P extends string, S extends string, const K extends SuggestedPath<T>>(
    matching: Matching<T, P>,
    options: SelectingOptions<T, S, K>,
  ): Promise<Selected<T, K>[]>;
  findBy<P extends string, S extends string = string, K extends string = string>(
    matching: Matching<T, P>,
    options?: CheckedOptions<T, S, K>,
  ): Promise<T[]>;
  findBy(
    matching: Criteria | Example<T>,
    what: Pageable | FindOptions = {},
    options: FindOptions = {},
  ): Promise<Page<T> | T[]> {
    if (what instanceof Pageable) return readPage(this.store, what, { ...queryOf(options), matching });
    return this.store.find({ ...queryOf(what), matching });
  }

  sliceBy<P extends string, G extends string, S extends string, const K extends SuggestedPath<T>>(
    matching: Matching<T, P>,
    pageable: Pageable<G> & FitsPaths<T, G>,
    options: SelectingOptions<T, S, K>,
  ): Promise<Slice<Selected<T, K>>>;
  sliceBy<P extends string, G extends string, S extends string = string, K extends string = string>(
    matching: Matching<T, P>,
    pageable: Pageable<G> & FitsPaths<T, G>,
    options?: CheckedOptions<T, S, K>,
  ): Promise<Slice<T>>;
  sliceBy(matching: Criteria | Example<T>, pageable: Pageable, options: FindOptions = {}): Promise<Slice<T>> {
    return readSlice(this.store, pageable, { ...queryOf(options), matching });
  }

  countBy<P extends string>(matching: Matching<T, P>, { signal }: CallOptions = {}): Promise<number> {
    return this.store.count(matching, signal);
  }

  existsBy<P extends string>(matching: Matching<T, P>, { signal }: CallOptions = {}): Promise<boolean> {
    return this.store.exists(matching, signal);
  }

  scroll<S extends string, const K extends SuggestedPath<T>>(
    position: ScrollPosition,
    options: SelectingOptions<T, S, K>,
  ): Promise<Window<Selected<T, K>>>;
  scroll<S extends string = string, K extends string = string>(
    position: ScrollPosition,
    options?: CheckedOptions<T, S, K>,
  ): Promise<Window<T>>;
  scroll(position: ScrollPosition, options: FindOptions = {}): Promise<Window<T>> {
    return readWindow(this.store, position, queryOf(options));
  }

  scrollBy<P extends string, S extends string, const K extends SuggestedPath<T>>(
    matching: Matching<T, P>,
    position: ScrollPosition,
    options: SelectingOptions<T, S, K>,
  ): Promise<Window<Selected<T, K>>>;
  scrollBy<P extends string, S extends string = string, K extends string = string>(
    matching: Matching<T, P>,
    position: ScrollPosition,
    options?: CheckedOptions<T, S, K>,
  ): Promise<Window<T>>;
  scrollBy(matching: Criteria | Example<T>, position: ScrollPosition, options: FindOptions = {}): Promise<Window<T>> {
    return readWindow(this.store, position, { ...queryOf(options), matching });
  }

  /**
   * Computes aggregates, such as sums, per group or of all entities, by one statement. Null is handled as in SQL: sums,
   * averages and extremes ignore it, and are null without any other value.
   *
   * @param aggregates the aggregates, by the names of their values
   * @param options the condition; the properties to group by, conditions on groups, and their sort
   * @returns a list with the values of each group, or the values of all entities without `groupBy`
   * @throws TypeError when an aggregate does not support its property
   * @throws RangeError when a sum exceeds the range of safe integers: use `sum("…", "bigint")`
   *
   * @example
   * ```ts
   * import { describeType, t } from "@espalier/espalier";
   * import { count, max, openDatabase, repository, Sort, sum, where } from "@espalier/espalier/data";
   *
   * class Book {
   *   constructor(readonly id: string, readonly genre: string, readonly pages: number) {}
   * }
   * describeType(Book, { id: t.id, genre: t.string, pages: t.int }, { id: "id" });
   *
   * await using database = await openDatabase("memory:");
   * const books = new (repository(Book, {}))(database);
   * await books.saveAll([new Book("1", "novel", 300), new Book("2", "novel", 200), new Book("3", "play", 90)]);
   * console.log(await books.aggregate({ all: count(), pages: sum("pages") })); // { all: 3, pages: 590 }
   * const genres = await books.aggregate({ all: count(), longest: max("pages") }, {
   *   groupBy: ["genre"],
   *   having: where("all").greaterThan(1),
   * });
   * console.log(genres); // [{ genre: "novel", all: 2, longest: 300 }]
   * ```
   */
  aggregate<const A extends Aggregates, const G extends string, W extends string = string>(
    aggregates: A & FittingAggregates<T, A>,
    options: GroupOptions<T, W, G, (keyof A & string) | G>,
  ): Promise<AggregateRow<T, A, G>[]>;
  /** Computes aggregates of the entities that match, per group with `groupBy`. */
  aggregate<const A extends Aggregates, W extends string = string>(
    aggregates: A & FittingAggregates<T, A>,
    options?: AggregateOptions<T, W>,
  ): Promise<AggregateRow<T, A, never>>;
  async aggregate(
    aggregates: Aggregates,
    options: Partial<GroupOptions<T, string, string, string>> = {},
  ): Promise<unknown> {
    const { groupBy, having, sort, limit, signal } = options;
    const max = limit === undefined || limit.isUnlimited ? undefined : Math.max(0, limit.max);
    const request = { aggregates, groupBy, having, orders: sort?.orders, limit: max };
    const rows = await this.store.aggregate(request, options.where, signal);
    return groupBy === undefined ? rows[0] : rows;
  }

  /**
   * Changes properties of all entities that match by one statement, without reading them, and increments their versions.
   * Other columns stay unchanged, so that writers of different properties don't undo each other's changes.
   *
   * @param matching the condition
   * @param changes new values by property, or `increment(…)`
   * @param options a signal that aborts the statement
   * @returns the number of entities that matched
   * @throws TypeError when a property is the id, the version or a list of entities, or a value does not fit
   */
  updateBy<P extends string>(
    matching: Matching<T, P>,
    changes: Changes<T>,
    { signal }: CallOptions = {},
  ): Promise<number> {
    return this.store.changeMatching(matching, changes, signal);
  }

  /**
   * Deletes all entities that match, without reading them.
   *
   * @param matching the condition
   * @param options a signal that aborts the statement
   * @returns the number of deleted entities
   * @throws DataIntegrityError when other entities refer to one of them
   */
  deleteBy<P extends string>(matching: Matching<T, P>, { signal }: CallOptions = {}): Promise<number> {
    return this.store.deleteMatching(matching, signal);
  }

  /**
   * Reads a window of the children of each parent by one statement, which reads only the items of the windows. Use it
   * for nested pages, such as the first ten books of each author.
   *
   * @param path the property that leads from an item to its parent: a reference, an id, or a list
   * @param parents the parents, or their ids
   * @param options position, sort and maximum size of each window, and a further condition
   * @returns a window for each parent, in their order; empty if it has no children
   */
  scrollEach<W extends string, S extends string, const K extends SuggestedPath<T>, P extends string = string>(
    path: W & FitsPaths<T, W>,
    parents: Iterable<unknown>,
    options: Omit<SelectingOptions<T, S, K>, "lock"> & NestedScroll<T, P>,
  ): Promise<Window<Selected<T, K>>[]>;
  /** Walks through all entities that match, a window at a time. */
  scrollEach<W extends string, S extends string = string, K extends string = string, P extends string = string>(
    path: W & FitsPaths<T, W>,
    parents: Iterable<unknown>,
    options: Omit<CheckedOptions<T, S, K>, "lock"> & NestedScroll<T, P>,
  ): Promise<Window<T>[]>;
  scrollEach(
    path: string,
    parents: Iterable<unknown>,
    options: FindOptions & NestedScroll<T, string>,
  ): Promise<Window<T>[]> {
    const { matching, position } = options;
    const query = { ...queryOf<T>(options), ...(matching === undefined ? {} : { matching }) };
    return readWindows(this.store, { path, parents, position }, query);
  }

  /**
   * Counts the children of each parent by one statement.
   *
   * @param path the property that leads from an item to its parent: a reference, an id, or a list
   * @param parents the parents, or their ids
   * @param options a further condition
   * @returns a number for each parent, in their order
   */
  countEach<W extends string, P extends string = string>(
    path: W & FitsPaths<T, W>,
    parents: Iterable<unknown>,
    { matching, signal }: CallOptions & NestedOptions<T, P> = {},
  ): Promise<number[]> {
    return this.store.countEach({ path, parents }, matching, signal);
  }

  #idIs(id: ID): Criteria {
    return matchingId(this.model, id);
  }
}

function queryOf<T>({ sort, limit, select, signal, lock }: FindOptions): EntityQuery<T> {
  return {
    ...(sort === undefined ? {} : { sort }),
    ...(limit === undefined || limit.isUnlimited ? {} : { limit: Math.max(0, limit.max) }),
    ...(select === undefined ? {} : { select }),
    ...(signal === undefined ? {} : { signal }),
    ...(lock === undefined ? {} : { lock }),
  };
}

/** Explains a missing database: a repository that is bound with `toSelf()` gets no constructor arguments. */
function requireDatabase(name: string, database: Database | undefined): void {
  if (typeof database?.store === "function") return;
  throw new TypeError(
    `Cannot make repository "${name}" as it must be given a database: current value is ${describeValue(database)}. ` +
      `Bind it with bind(${name}).toResolvedValue((database) => new ${name}(database), [Database])`,
  );
}
