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
 * Every repository contract, on any store.
 *
 * The compiler checks the property paths of criteria, sorts and selections against the entity's class, where it knows
 * them: texts that are only known at run time are checked then. What is read with `select` has the type of what was
 * selected.
 */
export class EntityRepository<T, ID>
  implements
    CrudRepository<T, ID>,
    PagingAndSortingRepository<T>,
    QueryByExampleExecutor<T>,
    PredicateExecutor<T>,
    ScrollExecutor<T> {
  readonly entityType: Class<T>;
  /** The database that the entities are kept in. */
  readonly database: Database;
  /** The query methods that are derived from their names, by name. */
  readonly queryMethods: ReadonlyMap<string, QueryMethod>;
  /** The entities' store, for query methods of your own. */
  protected readonly store: EntityStore<T>;

  /**
   * Creates the repository.
   *
   * @param database where the entities are kept
   * @param entityType the class, described with an id
   * @param queryMethods what is known of the query methods of a subclass
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

  /** The units of work of the database. */
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
   * Inserts an entity, or changes the one that has the same values of unique properties, by one statement. What exists
   * keeps its id, and what the given entity leaves `undefined`; its version counts on and is not compared: use `save`
   * for changes that depend on what was read.
   *
   * @param entity an object of the repository's class
   * @param options the unique properties; the id when left out
   * @returns the entity as stored
   * @throws TypeError when the description does not say that the properties are unique together
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
   * Computes values of many entities by one statement, such as sums, of each group or of all. Null counts as SQL has it:
   * sums, averages and extremes leave it out, and are null where nothing is left.
   *
   * @param aggregates what to compute, by the names that the values get
   * @param options what has to match; the properties that groups have in common, conditions on groups, and their sort
   * @returns the values of each group in a list, or those of everything where `groupBy` is left out
   * @throws TypeError when a value can't be computed of its property
   * @throws RangeError when a sum is larger than a number can hold: ask for `sum("…", "bigint")`
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
  /** Computes aggregates of the entities that match, per group where groups are named. */
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
   * Changes properties of everything that matches by one statement, without reading it; versions are counted on. Other
   * columns stay as they are, so writers of different properties don't undo each other's changes.
   *
   * @param matching what changes
   * @param changes new values by property, or `increment(…)`
   * @param options a signal that stops it
   * @returns how many matched
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
   * Deletes everything that matches, without reading it.
   *
   * @param matching what is deleted
   * @param options a signal that stops it
   * @returns how many there were
   * @throws DataIntegrityError when others refer to it
   */
  deleteBy<P extends string>(matching: Matching<T, P>, { signal }: CallOptions = {}): Promise<number> {
    return this.store.deleteMatching(matching, signal);
  }

  /**
   * Reads a window of items under each of many parents by one statement, which reads no more items than the windows
   * hold: nested pages, such as the first ten books of each author.
   *
   * @param path the property that leads from an item to its parent: a reference, an id, or a list
   * @param parents the parents, or what refers to them
   * @param options where each window begins, sort, how many items it has at most, and what else has to match
   * @returns a window for each parent, in their sequence; empty where nothing is under it
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
   * Counts the items under each of many parents by one statement.
   *
   * @param path the property that leads from an item to its parent: a reference, an id, or a list
   * @param parents the parents, or what refers to them
   * @param options what else has to match
   * @returns a number for each parent, in their sequence
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

/** A repository that is bound with `toSelf()` is made of nothing: the container does not know what it takes. */
function requireDatabase(name: string, database: Database | undefined): void {
  if (typeof database?.store === "function") return;
  throw new TypeError(
    `Cannot make repository "${name}" as it must be given a database: current value is ${describeValue(database)}. ` +
      `Bind it with bind(${name}).toResolvedValue((database) => new ${name}(database), [Database])`,
  );
}
