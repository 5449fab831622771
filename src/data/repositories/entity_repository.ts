import { type Class, describeValue, requireClass } from "../../kernel/mod.ts";
import { type Criteria, everything } from "../criteria.ts";
import type { Database } from "../database.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { Example } from "../example.ts";
import { IncorrectResultSizeError } from "../incorrect_result_size_error.ts";
import { Limit } from "../limit.ts";
import type { Page } from "../page.ts";
import { Pageable } from "../pageable.ts";
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
import { where } from "../where.ts";
import type { Window } from "../window.ts";
import type { QueryMethod } from "./query_method.ts";
import { readPage, readSlice } from "./read_page.ts";
import { readWindow } from "./read_window.ts";

/** Every repository contract, on any store. */
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
    return this.store.writer.save(entity, options);
  }

  saveAll(entities: Iterable<T>, options: CallOptions = {}): Promise<T[]> {
    return this.store.writer.saveAll([...entities], options);
  }

  async findById(id: ID, options: FindOptions = {}): Promise<T | null> {
    const [found] = await this.store.find({ ...queryOf(options), matching: this.#idIs(id), limit: 1 });
    return found ?? null;
  }

  existsById(id: ID, { signal }: CallOptions = {}): Promise<boolean> {
    return this.store.exists(this.#idIs(id), signal);
  }

  findAllById(ids: Iterable<ID>, options: FindOptions = {}): Promise<T[]> {
    return this.store.find({ ...queryOf(options), matching: where(this.model.id.name).in(ids) });
  }

  findAll(pageable: Pageable, options?: FindOptions): Promise<Page<T>>;
  findAll(sort?: Sort | Limit | FindOptions, options?: FindOptions): Promise<T[]>;
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
    return this.store.writer.delete(entity, options);
  }

  async deleteAllById(ids: Iterable<ID>, { signal }: CallOptions = {}): Promise<void> {
    await this.store.deleteMatching(where(this.model.id.name).in(ids), signal);
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

  async findOne(matching: Criteria | Example<T>, options: FindOptions = {}): Promise<T | null> {
    const [found, second] = await this.store.find({ ...queryOf(options), matching, limit: 2 });
    if (second !== undefined) throw new IncorrectResultSizeError(this.model.name);
    return found ?? null;
  }

  findBy(matching: Criteria | Example<T>, pageable: Pageable, options?: FindOptions): Promise<Page<T>>;
  findBy(matching: Criteria | Example<T>, options?: FindOptions): Promise<T[]>;
  findBy(
    matching: Criteria | Example<T>,
    what: Pageable | FindOptions = {},
    options: FindOptions = {},
  ): Promise<Page<T> | T[]> {
    if (what instanceof Pageable) return readPage(this.store, what, { ...queryOf(options), matching });
    return this.store.find({ ...queryOf(what), matching });
  }

  sliceBy(matching: Criteria | Example<T>, pageable: Pageable, options: FindOptions = {}): Promise<Slice<T>> {
    return readSlice(this.store, pageable, { ...queryOf(options), matching });
  }

  countBy(matching: Criteria | Example<T>, { signal }: CallOptions = {}): Promise<number> {
    return this.store.count(matching, signal);
  }

  existsBy(matching: Criteria | Example<T>, { signal }: CallOptions = {}): Promise<boolean> {
    return this.store.exists(matching, signal);
  }

  scroll(position: ScrollPosition, options: FindOptions = {}): Promise<Window<T>> {
    return readWindow(this.store, position, queryOf(options));
  }

  scrollBy(matching: Criteria | Example<T>, position: ScrollPosition, options: FindOptions = {}): Promise<Window<T>> {
    return readWindow(this.store, position, { ...queryOf(options), matching });
  }

  #idIs(id: ID): Criteria {
    return where(this.model.id.name).is(id);
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
