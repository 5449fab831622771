import { setTimeout as wait } from "node:timers/promises";
import { type Database, LockTimeoutError } from "../data/mod.ts";
import type { MigrationAccess, MigrationMode } from "../data/migration_access.ts";
import { Locked, lockWays } from "./lock_ways.ts";

/** Maximum pause between two attempts to acquire the lock, in milliseconds. */
const maxPauseMs = 250;

/** Interval between log lines while waiting for the lock, in milliseconds. */
const reportMs = 5_000;

/** Options for work under the lock. */
export interface LockOptions {
  readonly mode: MigrationMode;
  readonly signal?: AbortSignal | undefined;
  /** Receives a line while waiting for the lock. */
  readonly log: (line: string) => void;
}

/**
 * Lets one process at a time migrate a database. PostgreSQL: an advisory lock per schema, which the server releases when
 * its transaction or connection ends. MariaDB: a lock that ends with its connection. SQLite: the write transaction, which
 * ends with its process.
 *
 * The lock is polled instead of waiting for it in the server, as `create index concurrently` waits for all waiting
 * transactions.
 */
export class MigrationLock {
  readonly #database: Database;
  readonly #access: MigrationAccess;

  /**
   * @param database the database to lock
   * @param access the access to its connections
   */
  constructor(database: Database, access: MigrationAccess) {
    this.#database = database;
    this.#access = access;
  }

  /** Runs work under the lock. */
  async run<R>(work: () => Promise<R>, { mode, signal, log }: LockOptions): Promise<R> {
    const start = performance.now();
    let reported = start;
    for (let pauseMs = 5;; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      const attempt = await this.#attempt(work, mode, signal);
      if (attempt !== undefined) return attempt.result;
      if (performance.now() - reported >= reportMs) {
        reported = performance.now();
        log(
          `Waiting for another process that migrates "${this.#database.name}"${await lockWays[this.#access.kind].holder(
            this.#database,
          )}`,
        );
      }
      await wait(pauseMs * (0.5 + Math.random() / 2), undefined, signal === undefined ? {} : { signal });
    }
  }

  /** Returns whether a process holds the lock, if the database can tell. */
  async isHeld(): Promise<boolean> {
    return await lockWays[this.#access.kind].holder(this.#database) !== "";
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
      const way = lockWays[this.#access.kind];
      const own = way.mode(mode);
      const run = async () => {
        await way.take(this.#database, own);
        return await entered();
      };
      return { result: await this.#access.run(own, run, signal) };
    } catch (error) {
      if (!isEntered && (error instanceof Locked || error instanceof LockTimeoutError)) return undefined;
      throw error;
    }
  }
}
