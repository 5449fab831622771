import type { Kysely, ServiceIdentifier } from "../../deps.ts";
import { type Class, type ConnectionCounts, token } from "../kernel/mod.ts";
import type { Catalogue } from "./catalogue/catalogue.ts";
import type { WantedTable } from "./catalogue/wanted_table.ts";
import type { DedicatedConnection } from "./dedicated_connection.ts";
import type { EntityChangeListener } from "./entity/entity_changes.ts";
import type { EntityRepository } from "./repositories/entity_repository.ts";
import type { IdOf } from "./repositories/id_of.ts";
import type { EntityStore } from "./store/entity_store.ts";
import type { Transactions } from "./transactions.ts";

/** A store of entities: in memory, SQLite or PostgreSQL. */
export interface Database extends AsyncDisposable {
  /** Shown in messages, for example `sqlite:bookstore.db`; without any password. */
  readonly name: string;
  /** Whether the data is only in memory. */
  readonly isInMemory: boolean;
  /** The folder that holds the data; absent in memory, and where a server keeps it. */
  readonly folder?: string | undefined;
  /** Maximum number of writing transactions at the same time: 1 on SQLite, the connections of the pool on PostgreSQL. */
  readonly maxTransactions: number;
  /** The database's units of work. */
  readonly transactions: Transactions;
  /** Opens the database, unless it is open; the first query does so too. @throws StoreUnavailableError when it can't */
  open(): Promise<void>;
  /**
   * Makes the tables and indexes of entities, where they are missing. Tables that exist are left as they are. Several
   * processes may do so at the same time.
   *
   * @param types entity classes; those that they refer to are added
   */
  createTables(...types: readonly Class[]): Promise<void>;
  /**
   * Calls back when entities of a class were added, changed or deleted through repositories, once that is committed.
   * Statements of your own, and other services that use the tables, are not seen.
   *
   * @param listener gets the class; it reports its own failures
   */
  onChange(listener: EntityChangeListener): void;
  /** The store of an entity class, on which repositories are built. */
  store<T>(type: Class<T>): EntityStore<T>;
  /**
   * A repository without query methods of its own; see `repository` for one that has them.
   *
   * @param type the entity class
   */
  repository<T, ID = IdOf<T>>(type: Class<T>): EntityRepository<T, ID>;
  /**
   * Loads the entity that a reference refers to: a property with `fetch: "reference"`, of which only the id is filled in.
   * References that are loaded in one turn are read by one statement for each class. Reads join the current transaction.
   *
   * @typeParam T the entity class
   * @param reference an instance of an entity class that has its id
   * @returns the entity as it is stored now; `null` without a reference, and where the entity does not exist
   * @throws TypeError when the reference is no instance of an entity class, or has no id
   */
  load<T extends object>(reference: T | null | undefined): Promise<T | null>;
  /**
   * Runs an SQL statement of your own, in the current transaction where there is one.
   *
   * @param text the statement, with the database's own placeholders
   * @param parameters the values of the placeholders
   * @param signal gives the statement up
   * @returns the rows, each an object by column name as the driver gives them
   */
  execute(text: string, parameters?: readonly unknown[], signal?: AbortSignal): Promise<Record<string, unknown>[]>;
  /**
   * The query builder Kysely on the same connections. Its statements take part in the current
   * transaction; transactions are opened by {@linkcode Database.transactions}, not by Kysely. Values are what the driver
   * takes and gives: booleans and dates are numbers on SQLite.
   *
   * @typeParam Tables the tables: an interface of columns by column name, by table name
   * @returns the builder; it needs no `destroy`
   * @throws TypeError when the database knows no SQL
   */
  kysely<Tables>(): Promise<Kysely<Tables>>;
  /**
   * Reads the tables from the database's catalogue: columns, types, defaults, indexes and constraints.
   *
   * @param tables names as entities have them; all tables of the current schema when left out
   * @returns the tables that exist, by those names
   * @throws TypeError when the database knows no SQL
   */
  catalogue(...tables: readonly string[]): Promise<Catalogue>;
  /**
   * Works out the tables that descriptions ask for, in the SQL of this database: what {@linkcode Database.createTables}
   * makes.
   *
   * @param types entity classes; those that they refer to are added
   * @throws TypeError when the database knows no SQL
   */
  wantedTables(...types: readonly Class[]): Promise<readonly WantedTable[]>;
  /**
   * Reads what the database says of the columns of entities, by one statement. A repository does it before its first
   * statement; at the start, no request waits for it.
   *
   * @param types entity classes; those that they refer to are added. A table that does not exist is left out
   */
  learnTables(...types: readonly Class[]): Promise<void>;
  /**
   * Keeps a connection apart from all others, for bookkeeping that must not wait for them. Close it before the database.
   *
   * @throws TypeError when the database knows no SQL
   */
  dedicate(): DedicatedConnection;
  /** Counts the connections at this moment; `undefined` where there are none, absent where that is not known. */
  connectionCounts?(): ConnectionCounts | undefined;
  /** Closes the database; it can't be used after that. */
  close(): Promise<void>;
}

/** Identifier of the {@linkcode Database} bean. */
export const Database: ServiceIdentifier<Database> = token<Database>("Database");
