import type { SqlDatabaseKind } from "./store/sql/database_kinds.ts";
import { StoreDatabase } from "./store/store_database.ts";
import type { SchemaWriter } from "./store/sql/schema.ts";
import type { BeginOptions } from "./store/transaction_manager.ts";
import type { Database } from "./database.ts";

/** How a unit of work of migrations runs. */
export type MigrationMode = NonNullable<BeginOptions["mode"]>;

/** Writes definitions of tables. */
export type TableTexts = Pick<SchemaWriter, "tableText" | "columnText" | "indexText" | "foreignKeyText">;

/** Operations on a database that only migrations use. */
export interface MigrationAccess {
  readonly kind: SqlDatabaseKind;
  /** Writes the statements that make tables. */
  schema(): Promise<TableTexts>;
  /** Runs work in a transaction of its own, or on a connection of its own. */
  run<R>(mode: MigrationMode, work: () => Promise<R>, signal?: AbortSignal): Promise<R>;
}

/**
 * Gives access to the ways in which migrations run.
 *
 * @param database SQLite, PostgreSQL or MariaDB
 * @throws TypeError when it is another database
 */
export function migrationAccess(database: Database): MigrationAccess {
  if (!(database instanceof StoreDatabase)) {
    throw new TypeError(
      "Cannot migrate the database as it must be one that openDatabase, databaseAt or data() has made",
    );
  }
  const { kind, transactions, schema } = database.sql;
  return {
    kind,
    schema,
    run: (mode, work, signal) => {
      if (transactions.current !== undefined) {
        throw new TypeError(
          "Cannot migrate the database as migrations must run outside of a transaction of the caller",
        );
      }
      return transactions.run(work, {
        mode,
        ...(signal === undefined ? {} : { signal }),
      });
    },
  };
}
