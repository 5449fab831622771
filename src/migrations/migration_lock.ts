import { setTimeout as wait } from "node:timers/promises";
import { type Database, LockTimeoutError } from "../data/mod.ts";
import type { MigrationAccess, MigrationMode } from "../data/migration_access.ts";

/** Longest pause between two attempts to get the lock, in milliseconds. */
const maxPauseMs = 250;

/** How long another one holds the lock until the log says so, and says so again, in milliseconds. */
const reportMs = 5_000;

/** Thrown within a transaction to leave it. */
class Locked extends Error {}

// Two numbers: what it is about, and the schema.
const key = "hashtext('espalier.migrations'), hashtext(coalesce(current_schema(), ''))";

/** How work is run under the lock. */
export interface LockOptions {
  readonly mode: MigrationMode;
  readonly signal?: AbortSignal | undefined;
  /** Receives a line when the lock is waited for. */
  readonly log: (line: string) => void;
}

/**
 * Lets one process at a time migrate a database. PostgreSQL: an advisory lock for each schema, which the server
 * releases when its transaction or connection ends. SQLite: the transaction that writes, which ends with its process.
 *
 * The lock is tried, not waited for in the server: `create index concurrently` waits for all who wait there.
 */
export class MigrationLock {
  readonly #database: Database;
  readonly #access: MigrationAccess;

  /**
   * @param database what is locked
   * @param access how it is
   */
  constructor(database: Database, access: MigrationAccess) {
    this.#database = database;
    this.#access = access;
  }

  /** Runs work while nobody else migrates. */
  async run<R>(work: () => Promise<R>, { mode, signal, log }: LockOptions): Promise<R> {
    const start = performance.now();
    let reported = start;
    for (let pauseMs = 5;; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      const attempt = await this.#attempt(work, mode, signal);
      if (attempt !== undefined) return attempt.result;
      if (performance.now() - reported >= reportMs) {
        reported = performance.now();
        log(`Waiting for another process that migrates "${this.#database.name}"${await this.#holder()}`);
      }
      await wait(pauseMs * (0.5 + Math.random() / 2), undefined, signal === undefined ? {} : { signal });
    }
  }

  async #attempt<R>(
    work: () => Promise<R>,
    mode: MigrationMode,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly result: R } | undefined> {
    let isEntered = false;
    const entered = () => {
      isEntered = true;
      return work();
    };
    try {
      const run = this.#access.kind === "sqlite"
        ? entered
        : () => mode === "autocommit" ? this.#inSession(entered) : this.#inTransaction(entered);
      return { result: await this.#access.run(mode, run, signal) };
    } catch (error) {
      if (!isEntered && (error instanceof Locked || error instanceof LockTimeoutError)) return undefined;
      throw error;
    }
  }

  async #inTransaction<R>(work: () => Promise<R>): Promise<R> {
    // The time limits are those of requests. That of locks stays: a change of a table that waits for a long transaction
    // would hold up everybody else behind it.
    await this.#database.execute("set local statement_timeout = 0");
    await this.#database.execute("set local idle_in_transaction_session_timeout = 0");
    const [row] = await this.#database.execute(`select pg_try_advisory_xact_lock(${key}) as locked`);
    if (row?.locked !== true) throw new Locked();
    return await work();
  }

  async #inSession<R>(work: () => Promise<R>): Promise<R> {
    const [row] = await this.#database.execute(`select pg_try_advisory_lock(${key}) as locked`);
    if (row?.locked !== true) throw new Locked();
    // The connection is closed afterwards, which gives the lock back.
    await this.#database.execute("set statement_timeout = 0");
    // An index that is built concurrently waits for the transactions of others.
    await this.#database.execute("set lock_timeout = 0");
    return await work();
  }

  async #holder(): Promise<string> {
    if (this.#access.kind === "sqlite") return "";
    const [row] = await this.#database.execute(
      `select activity.pid, activity.client_addr from pg_locks as locks join pg_stat_activity as activity using (pid)
        where locks.locktype = 'advisory' and locks.granted and activity.datname = current_database()
          and (locks.classid::bigint, locks.objid::bigint, locks.objsubid) =
            (hashtext('espalier.migrations')::bigint & 4294967295,
             hashtext(coalesce(current_schema(), ''))::bigint & 4294967295, 2)`,
    );
    return row === undefined ? "" : `: server process ${row.pid} of client ${row.client_addr ?? "on the same machine"}`;
  }
}
