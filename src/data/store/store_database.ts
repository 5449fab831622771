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

/** What a store that knows SQL does with statements from outside. */
export interface SqlAccess {
  readonly kind: SqlDatabaseKind;
  /** Writes the statements that make tables. */
  schema(): Promise<SchemaWriter>;
  /** Units of work, with those of migrations. */
  readonly transactions: TransactionManager<SqlSession>;
  /** Runs SQL text. */
  execute(text: string, parameters: readonly unknown[], signal?: AbortSignal): Promise<Record<string, unknown>[]>;
  /** Keeps a connection apart from all others. */
  dedicate(): DedicatedConnection;
  /** Counts the connections at this moment. */
  connectionCounts(): ConnectionCounts;
  /** The query builder. */
  kysely(): Promise<Kysely<AnyTables>>;
  /** Reads the database's catalogue, of all tables when none is named. */
  catalogue(tables?: readonly string[]): Promise<Catalogue>;
  /** The tables that entities and lists ask for. */
  wantedTables(models: readonly EntityModel[], links: readonly LinkTable[]): Promise<readonly WantedTable[]>;
}

/** A database over any store of rows. */
export class StoreDatabase implements Database {
  readonly #rows: RowStore;
  readonly #models: EntityModels;
  readonly #hydrators: Hydrators;
  readonly #sql: SqlAccess | undefined;
  readonly #changes = new EntityChanges();
  // Stores of different entities share a map, so their type parameter is forgotten in it.
  readonly #lazy = new LazyLoader();
  readonly #stores = new Map<Class, EntityStore<unknown>>();

  /**
   * @param rows where rows are kept
   * @param models the models of the database
   * @param sql what is done with statements from outside, where the store knows SQL
   */
  constructor(rows: RowStore, models: EntityModels, sql?: SqlAccess) {
    this.#rows = new ReportingRowStore(rows, this.#changes);
    this.#models = models;
    this.#hydrators = new Hydrators(models);
    this.#sql = sql;
  }

  /**
   * Statements from outside.
   *
   * @throws TypeError when the database knows no SQL
   */
  get sql(): SqlAccess {
    if (this.#sql !== undefined) return this.#sql;
    throw new TypeError(`Cannot run SQL as the database must be an SQL database: current value is "${this.name}"`);
  }

  /** The entity classes that stores were made for, by repositories or by tables. */
  get types(): readonly Class[] {
    return [...this.#stores.keys()];
  }

  /** The stores of which queries are known that come again and again. */
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
    // What is referred to is read along, whatever that refers to in turn. A set goes on with what is added meanwhile.
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
    // Entities of the class's store are of its type.
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
    // The tables are the caller's statement about the database: nothing at run time knows of them.
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
