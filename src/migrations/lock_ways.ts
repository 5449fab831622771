import type { Database } from "../data/mod.ts";
import type { MigrationMode } from "../data/migration_access.ts";
import type { DatabaseKind } from "./split_statements.ts";

/** Thrown within a transaction to leave it. */
export class Locked extends Error {}

/** How a database lets one process at a time migrate it. */
export interface LockWay {
  /** The way in which work runs that asks for another one. */
  mode(mode: MigrationMode): MigrationMode;
  /** Takes the lock, within the transaction or on the connection of the work. @throws Locked when another one holds it */
  take(database: Database, mode: MigrationMode): Promise<void>;
  /** Says who holds it, as the end of a sentence. */
  holder(database: Database): Promise<string>;
}

/** SQLite: the transaction that writes is the lock. */
const sqlite: LockWay = {
  mode: (mode) => mode,
  take: () => Promise.resolve(),
  holder: () => Promise.resolve(""),
};

// Two numbers: what it is about, and the schema.
const postgresKey = "hashtext('espalier.migrations'), hashtext(coalesce(current_schema(), ''))";

/** PostgreSQL: an advisory lock for each schema, which ends with its transaction or connection. */
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
  // The time limits are those of requests. That of locks stays: a change of a table that waits for a long transaction
  // would hold up everybody else behind it.
  await database.execute("set local statement_timeout = 0");
  await database.execute("set local idle_in_transaction_session_timeout = 0");
  const [row] = await database.execute(`select pg_try_advisory_xact_lock(${postgresKey}) as locked`);
  if (row?.locked !== true) throw new Locked();
}

async function lockSession(database: Database): Promise<void> {
  const [row] = await database.execute(`select pg_try_advisory_lock(${postgresKey}) as locked`);
  if (row?.locked !== true) throw new Locked();
  // The connection is closed afterwards, which gives the lock back.
  await database.execute("set statement_timeout = 0");
  // An index that is built concurrently waits for the transactions of others.
  await database.execute("set lock_timeout = 0");
}

// The name of a lock is shorter than that of a database may be.
const mariadbKey = "concat('espalier.migrations.', sha1(database()))";

/** MariaDB: a lock of the connection, since statements that define tables end transactions. */
const mariadb: LockWay = {
  mode: () => "autocommit",
  async take(database) {
    const [row] = await database.execute(`select get_lock(${mariadbKey}, 0) as locked`);
    if (Number(row?.locked) !== 1) throw new Locked();
    // The limit is that of requests; the connection is closed afterwards.
    await database.execute("set max_statement_time = 0");
  },
  async holder(database) {
    const [row] = await database.execute(`select is_used_lock(${mariadbKey}) as id`);
    return row?.id === null || row === undefined ? "" : `: server connection ${row.id}`;
  },
};

/** The ways of each database. */
export const lockWays: Readonly<Record<DatabaseKind, LockWay>> = { sqlite, postgres, mariadb };
