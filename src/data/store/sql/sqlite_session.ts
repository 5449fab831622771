import { StoreUnavailableError } from "../../store_unavailable_error.ts";
import { readOnlyTransaction } from "../read_only_transaction.ts";
import type { Savepoint } from "../transaction_manager.ts";
import type { SqlResult, SqlSession } from "./sql_connections.ts";
import { sqlSavepoint } from "./sql_savepoint.ts";
import type { SqlStatement } from "./sql_statement.ts";
import type { SqliteConnection } from "./sqlite_connection.ts";
import type { SqliteLock } from "./sqlite_lock.ts";

/** Parts of a {@linkcode SqliteSession}. */
export interface SqliteSessionParts {
  /** The connection, on which a transaction has begun. */
  readonly connection: SqliteConnection;
  readonly lock: SqliteLock;
  /** Whether changes are rejected. */
  readonly readOnly: boolean;
  /** Whether there is no transaction, so that each statement commits on its own. */
  readonly autocommit?: boolean;
  /** Returns the connection. */
  readonly release: () => void;
}

/** A transaction of SQLite. */
export class SqliteSession implements SqlSession {
  readonly #parts: SqliteSessionParts;
  #isOver = false;
  /** The error of the last failed statement. */
  #failure: unknown;

  /** @param parts the connection, and what returns it */
  constructor(parts: SqliteSessionParts) {
    this.#parts = parts;
  }

  async query(statement: SqlStatement, signal?: AbortSignal): Promise<SqlResult> {
    this.#requireOpen();
    const { connection, lock, readOnly } = this.#parts;
    try {
      return await lock.repeat(() => connection.run(statement), { signal });
    } catch (error) {
      this.#failure = error;
      // The same message reports a read-only file.
      const isRefused = readOnly && error instanceof StoreUnavailableError && /readonly/.test(error.message);
      throw isRefused ? readOnlyTransaction(error) : error;
    }
  }

  savepoint(): Promise<Savepoint> {
    return sqlSavepoint("espalier_part", (statement) => this.query(statement));
  }

  async commit(): Promise<void> {
    if (this.#isOver) return;
    if (this.#parts.autocommit) return await this.#end(() => undefined);
    this.#requireOpen();
    // With a rollback journal, readers in other processes hold a commit back.
    await this.#end(async ({ connection, lock }) => await lock.repeat(() => connection.execute("commit")));
  }

  async rollback(): Promise<void> {
    if (this.#isOver) return;
    await this.#end(() => undefined);
  }

  // A commit that fails is rolled back before the next caller may begin; the rollback that follows finds nothing to do.
  async #end(finish: (parts: SqliteSessionParts) => void | Promise<void>): Promise<void> {
    this.#isOver = true;
    const { connection, release } = this.#parts;
    try {
      await finish(this.#parts);
    } finally {
      // SQLite rolls back by itself when the disk is full.
      if (connection.isInTransaction) connection.execute("rollback");
      release();
    }
  }

  /** Keeps statements from running outside of a transaction that SQLite has rolled back by itself. */
  #requireOpen(): void {
    if (this.#parts.autocommit || this.#parts.connection.isInTransaction) return;
    const cause = this.#failure;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot go on with a transaction as SQLite rolled it back after a statement failed (${reason})`, {
      cause,
    });
  }
}
