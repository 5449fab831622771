import { ConcurrencyFailureError } from "../../concurrency_failure_error.ts";
import { LockTimeoutError } from "../../lock_timeout_error.ts";
import { Semaphore } from "../semaphore.ts";
import type { Savepoint } from "../transaction_manager.ts";
import type { SqlResult, SqlSession } from "./sql_connections.ts";
import { plainStatement, sqlSavepoint } from "./sql_savepoint.ts";
import type { SqlStatement } from "./sql_statement.ts";

/** The result of a statement, and whether a transaction is open after it, if the server reports it. */
export interface MariadbResult extends SqlResult {
  readonly isInTransaction?: boolean;
}

/** Runs a statement on one connection. */
export type RunMariadbStatement = (statement: SqlStatement, signal?: AbortSignal) => Promise<MariadbResult>;

/** Parts of a {@linkcode MariadbSession}. */
export interface MariadbSessionParts {
  /** Runs a statement on the connection. */
  readonly run: RunMariadbStatement;
  /** Returns the connection, or closes it when it is broken. */
  readonly release: (broken?: Error) => void;
  /** Whether there is no transaction, so that each statement commits on its own. */
  readonly autocommit: boolean;
}

/** A transaction of MariaDB on its connection. */
export class MariadbSession implements SqlSession {
  readonly #parts: MariadbSessionParts;
  // Serializes statements, so that a late cancellation can't stop the next one.
  readonly #mutex = new Semaphore();
  #savepoints = 0;
  #isOver = false;
  /** The reason why the server has ended the transaction. */
  #ended: Error | undefined;

  /** @param parts the connection, on which the transaction has begun */
  constructor(parts: MariadbSessionParts) {
    this.#parts = parts;
  }

  async query(statement: SqlStatement, signal?: AbortSignal): Promise<SqlResult> {
    const unlock = await this.#mutex.acquire(signal);
    try {
      this.#requireOpen();
      const result = await this.#parts.run(statement, signal);
      if (result.isInTransaction === false) this.#committedUnasked(statement);
      return result;
    } catch (error) {
      await this.#noticeEnd(error);
      throw error;
    } finally {
      unlock();
    }
  }

  savepoint(): Promise<Savepoint> {
    // In MariaDB, a savepoint replaces another one with the same name.
    return sqlSavepoint(`espalier_part_${++this.#savepoints}`, (statement) => this.query(statement));
  }

  async commit(): Promise<void> {
    this.#requireOpen();
    this.#isOver = true;
    await this.#end("commit");
  }

  async rollback(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    // The server rolls back when a connection breaks; discard the connection.
    await this.#end("rollback").catch(() => undefined);
  }

  async #end(how: "commit" | "rollback"): Promise<void> {
    const unlock = await this.#mutex.acquire();
    try {
      if (!this.#parts.autocommit) await this.#parts.run(plainStatement(how));
      this.#parts.release();
    } catch (error) {
      this.#parts.release(error as Error);
      throw error;
    } finally {
      unlock();
    }
  }

  /** Rejects statements after a deadlock has ended the transaction, as each would commit on its own. */
  async #noticeEnd(error: unknown): Promise<void> {
    const isSuspect = error instanceof ConcurrencyFailureError && !(error instanceof LockTimeoutError);
    if (!isSuspect || this.#ended !== undefined || this.#parts.autocommit) return;
    const [row] = await this.#parts.run(plainStatement("select @@in_transaction")).then(
      ({ rows }) => rows,
      () => [],
    );
    if (row !== undefined && Number(row[0]) === 1) return;
    this.#ended = new Error(
      `Cannot go on with a transaction as MariaDB rolled it back after a statement failed (${error.message})`,
      { cause: error },
    );
  }

  #committedUnasked({ text }: SqlStatement): void {
    if (this.#parts.autocommit) return;
    const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
    this.#ended = new Error(
      "Cannot go on with a transaction as MariaDB committed it: statements that define tables end a transaction, run " +
        `them outside of one (${shown})`,
    );
    throw this.#ended;
  }

  #requireOpen(): void {
    if (this.#ended !== undefined) throw this.#ended;
  }
}
