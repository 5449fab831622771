import type { Database } from "../data/mod.ts";
import { MigrationError } from "./migration_error.ts";
import type { DatabaseKind } from "./split_statements.ts";

/** Name of the table that records which migrations were applied; Kysely's migrator writes it. */
export const recordTable = "espalier_migration";

/** Name of a table that Kysely's migrator needs. */
export const lockTable = "espalier_migration_lock";

/** A migration that was applied. */
export interface AppliedMigration {
  readonly name: string;
  /** `undefined` if the process was killed between a migration without a transaction and its record. */
  readonly checksum: string | undefined;
  readonly appliedAt: Date;
}

/** The statement that checks whether a table exists. */
const existence: Readonly<Record<DatabaseKind, (name: string) => readonly [text: string, values: readonly unknown[]]>> =
  {
    postgres: (name) => ["select 1 where to_regclass($1) is not null", [name]],
    sqlite: (name) => ["select 1 from sqlite_schema where type = 'table' and name = ?", [name]],
    mariadb: (name) => [
      "select 1 as found from information_schema.tables where table_schema = database() and table_name = ?",
      [name],
    ],
  };

/** Reads and changes the record of applied migrations, which is stored in the database. */
export class MigrationRecord {
  readonly #database: Database;
  readonly #kind: DatabaseKind;
  #table: Promise<string> | undefined;
  #schema: string | undefined;

  /**
   * @param database the database with the record
   * @param kind of the database
   */
  constructor(database: Database, kind: DatabaseKind) {
    this.#database = database;
    this.#kind = kind;
  }

  /** PostgreSQL: the schema of the record, the first of the search path. */
  async schema(): Promise<string | undefined> {
    await this.#name();
    return this.#schema;
  }

  /** Returns the applied migrations; empty if there is no record yet. */
  async read(): Promise<ReadonlyMap<string, AppliedMigration>> {
    if (!await this.exists()) return new Map();
    const rows = await this.#database.execute(`select name, checksum, timestamp from ${await this.#name()}`);
    const applied = rows.map(({ name, checksum, timestamp }): AppliedMigration => ({
      name: String(name),
      checksum: typeof checksum === "string" ? checksum : undefined,
      appliedAt: new Date(String(timestamp)),
    }));
    return new Map(applied.map((each) => [each.name, each]));
  }

  /** Whether there is a record. */
  async exists(): Promise<boolean> {
    const [text, values] = existence[this.#kind](await this.#name());
    return (await this.#database.execute(text, values)).length > 0;
  }

  /** Creates the tables of the record, within the caller's transaction and lock. */
  async create(): Promise<void> {
    const name = await this.#name();
    const lock = `${name.slice(0, -recordTable.length)}${lockTable}`;
    try {
      await this.#database.execute(
        `create table if not exists ${name} (name varchar(255) not null primary key, timestamp varchar(255) not null, ` +
          "checksum varchar(64))",
      );
      await this.#database.execute(
        `create table if not exists ${lock} (id varchar(255) not null primary key, is_locked integer not null default 0)`,
      );
    } catch (cause) {
      throw new MigrationError(
        `Cannot record migrations as the database must let its user create table "${recordTable}": ` +
          (cause instanceof Error ? cause.message : cause),
        { cause },
      );
    }
  }

  /** Records a migration as applied without running it. */
  async add(name: string, checksum: string): Promise<void> {
    await this.#change("insert into # (name, timestamp, checksum) values (?, ?, ?)", [
      name,
      new Date().toISOString(),
      checksum,
    ]);
  }

  /** Records the checksum of a migration. */
  async setChecksum(name: string, checksum: string): Promise<void> {
    await this.#change("update # set checksum = ? where name = ?", [checksum, name]);
  }

  /** Deletes a migration from the record. */
  async remove(name: string): Promise<void> {
    await this.#change("delete from # where name = ?", [name]);
  }

  async #change(text: string, values: readonly unknown[]): Promise<void> {
    const named = text.replace("#", await this.#name());
    let parameter = 0;
    const placed = this.#kind === "postgres" ? named.replaceAll("?", () => `$${++parameter}`) : named;
    await this.#database.execute(placed, values);
  }

  /** The quoted table name with its schema, as a migration may change the search path. */
  #name(): Promise<string> {
    this.#table ??= this.#findName();
    return this.#table;
  }

  async #findName(): Promise<string> {
    if (this.#kind !== "postgres") return recordTable;
    const [row] = await this.#database.execute("select current_schema() as schema");
    const schema = row?.schema;
    if (typeof schema !== "string") {
      const [path] = await this.#database.execute("select current_setting('search_path') as path");
      throw new MigrationError(
        `Cannot record migrations as the schema must exist: current search path is ${path?.path}. Create it first`,
      );
    }
    this.#schema = schema;
    return `"${schema.replaceAll('"', '""')}".${recordTable}`;
  }
}
