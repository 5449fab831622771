import type { Database } from "../data/mod.ts";
import type { MigrationMode } from "../data/migration_access.ts";
import type { DatabaseKind } from "./split_statements.ts";

/** Thrown within a transaction to roll it back when another process holds the lock. */
export class Locked extends Error {}

/** The migration lock of a database, held by one process at a time. */
export interface LockWay {
  /** The mode in which work runs on this database, given the requested one. */
  mode(mode: MigrationMode): MigrationMode;
  /**
   * Acquires the lock, in the transaction or on the connection of the work. @throws Locked when another process holds
   * it
   */
  take(database: Database, mode: MigrationMode): Promise<void>;
  /** Describes the holder of the lock, as the end of a sentence. */
  holder(database: Database): Promise<string>;
}

/** SQLite: the write transaction is the lock. */
const sqlite: LockWay = {
  mode: (mode) => mode,
  take: () => Promise.resolve(),
  holder: () => Promise.resolve(""),
};

// Two numbers: the purpose of the lock, and the schema.
const postgresKey = "hashtext('espalier.migrations'), hashtext(coalesce(current_schema(), ''))";

/** PostgreSQL: an advisory lock per schema, which is released with its transaction or connection. */
const postgres: LockWay = {
  mode: (mode) => mode,
  take: (database, mode) => mode === "autocommit" ? lockSession(database) : lockTransaction(database),
  async holder(database) {
    const [row] = await database.execute(
      `select activity.pid, activity.client_addr from pg_locks as locks join pg_stat_activity as activity using (pid)
        where locks.locktype = 'advisory' and locks.granted and activity.datname = current_database()
          and (locks.classid::bigint, locks.objid::bigint, locks.objsubid) =
            (hashtext('espalier.migrations')::bigint & 4294967295,
             hashtext(coalesce(current_schema(), ''))::bigint & 4294967295, 2)`,
    );
    return row === undefined ? "" : `: server process ${row.pid} of client ${row.client_addr ?? "on the same machine"}`;
  },
};

async function lockTransaction(database: Database): Promise<void> {
  // The time limits are meant for requests. `lock_timeout` stays: a DDL statement that waits for a long transaction
  // blocks all later statements on the table.
  await database.execute("set local statement_timeout = 0");
  await database.execute("set local idle_in_transaction_session_timeout = 0");
  const [row] = await database.execute(`select pg_try_advisory_xact_lock(${postgresKey}) as locked`);
  if (row?.locked !== true) throw new Locked();
}

async function lockSession(database: Database): Promise<void> {
  const [row] = await database.execute(`select pg_try_advisory_lock(${postgresKey}) as locked`);
  if (row?.locked !== true) throw new Locked();
  // The connection is closed afterwards, which releases the lock.
  await database.execute("set statement_timeout = 0");
  // "create index concurrently" waits for all other transactions.
  await database.execute("set lock_timeout = 0");
}

// Names of locks are limited to 64 characters, so the name of the database is hashed.
const mariadbKey = "concat('espalier.migrations.', sha1(database()))";

/** MariaDB: a lock of the connection, as DDL statements commit transactions. */
const mariadb: LockWay = {
  mode: () => "autocommit",
  async take(database) {
    const [row] = await database.execute(`select get_lock(${mariadbKey}, 0) as locked`);
    if (Number(row?.locked) !== 1) throw new Locked();
    // The limit is meant for requests; the connection is closed afterwards.
    await database.execute("set max_statement_time = 0");
  },
  async holder(database) {
    const [row] = await database.execute(`select is_used_lock(${mariadbKey}) as id`);
    return row?.id === null || row === undefined ? "" : `: server connection ${row.id}`;
  },
};

/** The lock of each database. */
export const lockWays: Readonly<Record<DatabaseKind, LockWay>> = { sqlite, postgres, mariadb };
