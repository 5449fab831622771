import type { Kysely } from "../../../deps.ts";
import { type Class, type ConnectionCounts, describeValue, descriptionOf } from "../../kernel/mod.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { WantedTable } from "../catalogue/wanted_table.ts";
import { type EntityChangeListener, EntityChanges } from "../entity/entity_changes.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { Database } from "../database.ts";
import type { DedicatedConnection } from "../dedicated_connection.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import { Hydrators } from "../mapping/hydrators.ts";
import { classesReferredFrom } from "../mapping/json_references.ts";
import { EntityRepository } from "../repositories/entity_repository.ts";
import type { IdOf } from "../repositories/id_of.ts";
import type { Transactions } from "../transactions.ts";
import { EntityStore } from "./entity_store.ts";
import { LazyLoader } from "./lazy_loader.ts";
import { ReportingRowStore } from "./reporting_row_store.ts";
import type { LinkTable, RowStore } from "./row_store.ts";
import type { SqlDatabaseKind } from "./sql/database_kinds.ts";
import type { SchemaWriter } from "./sql/schema.ts";
import type { SqlSession } from "./sql/sql_connections.ts";
import type { AnyTables } from "./sql/sql_expression.ts";
import type { TransactionManager } from "./transaction_manager.ts";
import { shownId } from "../shown_id.ts";

/** The operations of an SQL store for statements of the application. */
export interface SqlAccess {
  readonly kind: SqlDatabaseKind;
  /** Returns the writer of `create table` statements. */
  schema(): Promise<SchemaWriter>;
  /** Transactions, including those of migrations. */
  readonly transactions: TransactionManager<SqlSession>;
  /** Runs SQL text. */
  execute(text: string, parameters: readonly unknown[], signal?: AbortSignal): Promise<Record<string, unknown>[]>;
  /** Opens a dedicated connection outside of the pool. */
  dedicate(): DedicatedConnection;
  /** Counts the current connections. */
  connectionCounts(): ConnectionCounts;
  /** Returns the query builder. */
  kysely(): Promise<Kysely<AnyTables>>;
  /** Reads the catalogue of the given tables, or of all tables. */
  catalogue(tables?: readonly string[]): Promise<Catalogue>;
  /** Returns the tables that entities and lists need. */
  wantedTables(models: readonly EntityModel[], links: readonly LinkTable[]): Promise<readonly WantedTable[]>;
}

/** A database over any store of rows. */
export class StoreDatabase implements Database {
  readonly #rows: RowStore;
  readonly #models: EntityModels;
  readonly #hydrators: Hydrators;
  readonly #sql: SqlAccess | undefined;
  readonly #changes = new EntityChanges();
  // The map holds stores of different entities, so it can't keep their type parameters.
  readonly #lazy = new LazyLoader();
  readonly #stores = new Map<Class, EntityStore<unknown>>();

  /**
   * @param rows the store of rows
   * @param models the models of the database
   * @param sql the SQL operations, if the store is an SQL database
   */
  constructor(rows: RowStore, models: EntityModels, sql?: SqlAccess) {
    this.#rows = new ReportingRowStore(rows, this.#changes);
    this.#models = models;
    this.#hydrators = new Hydrators(models);
    this.#sql = sql;
  }

  /**
   * The operations for SQL of the application.
   *
   * @throws TypeError when the database is not an SQL database
   */
  get sql(): SqlAccess {
    if (this.#sql !== undefined) return this.#sql;
    throw new TypeError(`Cannot run SQL as the database must be an SQL database: current value is "${this.name}"`);
  }

  /** The entity classes that have a store, through repositories or created tables. */
  get types(): readonly Class[] {
    return [...this.#stores.keys()];
  }

  /** The stores whose queries are known before they run. */
  get expecting(): readonly EntityStore<unknown>[] {
    return [...this.#stores.values()].filter(({ expected }) => expected.size > 0);
  }

  get name(): string {
    return this.#rows.name;
  }

  get isInMemory(): boolean {
    return this.#rows.isInMemory;
  }

  connectionCounts(): ConnectionCounts | undefined {
    return this.#sql?.connectionCounts();
  }

  get folder(): string | undefined {
    return this.#rows.folder;
  }

  get maxTransactions(): number {
    return this.#rows.maxTransactions;
  }

  get transactions(): Transactions {
    return this.#rows.transactions;
  }

  onChange(listener: EntityChangeListener): void {
    this.#changes.add(listener);
  }

  open(): Promise<void> {
    return this.#rows.open();
  }

  async createTables(...types: readonly Class[]): Promise<void> {
    const { models, links } = this.#reachedFrom(types);
    await this.#rows.createTables(models, links);
  }

  async wantedTables(...types: readonly Class[]): Promise<readonly WantedTable[]> {
    const { models, links } = this.#reachedFrom(types);
    return await this.sql.wantedTables(models, links);
  }

  async learnTables(...types: readonly Class[]): Promise<void> {
    await this.#rows.learn(this.#reachedFrom(types).models);
  }

  #reachedFrom(types: readonly Class[]): { readonly models: EntityModel[]; readonly links: LinkTable[] } {
    // References are loaded transitively. Iterating a set includes the entries that are added meanwhile.
    const needed = new Set(types);
    for (const type of needed) {
      for (const property of descriptionOf(type)?.properties.values() ?? []) {
        for (const referred of classesReferredFrom(property)) needed.add(referred);
      }
    }
    const models = [...needed].map((type) => this.#models.of(type));
    return { models, links: [...needed].flatMap((type) => this.store(type).writer.lists.links) };
  }

  store<T>(type: Class<T>): EntityStore<T> {
    const known = this.#stores.get(type);
    if (known !== undefined) return known as unknown as EntityStore<T>;
    const made = new EntityStore(this.#rows, this.#hydrators, this.#models.of(type));
    this.#stores.set(type, made as unknown as EntityStore<unknown>);
    return made;
  }

  async load<T extends object>(reference: T | null | undefined): Promise<T | null> {
    if (reference === null || reference === undefined) return null;
    const store = this.store(requireEntityClass<T>(reference));
    const id = store.model.id.of(reference);
    if (store.model.id.isAbsent(id)) {
      throw new TypeError(
        `Cannot load a reference to ${store.model.name} as it must have an id: current value is ${shownId(id)}`,
      );
    }
    // The store of a class returns instances of the class.
    return await this.#lazy.load(store as unknown as EntityStore<unknown>, id, this.transactions.current) as T | null;
  }

  repository<T, ID = IdOf<T>>(type: Class<T>): EntityRepository<T, ID> {
    return new EntityRepository<T, ID>(this, type);
  }

  async execute(
    text: string,
    parameters: readonly unknown[] = [],
    signal?: AbortSignal,
  ): Promise<Record<string, unknown>[]> {
    return await this.sql.execute(text, parameters, signal);
  }

  dedicate(): DedicatedConnection {
    return this.sql.dedicate();
  }

  async kysely<Tables>(): Promise<Kysely<Tables>> {
    // The caller states the types of the tables; they can't be checked at run time.
    return await this.sql.kysely() as unknown as Kysely<Tables>;
  }

  async catalogue(...tables: readonly string[]): Promise<Catalogue> {
    return await this.sql.catalogue(tables.length === 0 ? undefined : tables);
  }

  close(): Promise<void> {
    return this.#rows.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

function requireEntityClass<T extends object>(reference: T): Class<T> {
  const type: unknown = Object.getPrototypeOf(reference)?.constructor;
  if (typeof type === "function" && descriptionOf(type as Class)?.entity.id !== undefined) return type as Class<T>;
  throw new TypeError(
    `Cannot load a reference as it must be an instance of an entity class: current value is ${
      describeValue(reference)
    }`,
  );
}
