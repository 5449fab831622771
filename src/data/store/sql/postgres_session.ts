import { Semaphore } from "../semaphore.ts";
import type { Savepoint } from "../transaction_manager.ts";
import type { SqlResult, SqlSession } from "./sql_connections.ts";
import { plainStatement, sqlSavepoint } from "./sql_savepoint.ts";
import type { SqlStatement } from "./sql_statement.ts";

/** The result of a statement, and the command that the server reports. */
export interface PostgresResult extends SqlResult {
  readonly command: string;
}

/** Runs a statement on one connection. */
export type RunStatement = (statement: SqlStatement, signal?: AbortSignal) => Promise<PostgresResult>;

/** A transaction of PostgreSQL on its connection. */
export class PostgresSession implements SqlSession {
  readonly #run: RunStatement;
  readonly #release: (broken?: Error) => void;
  // The driver requires one statement at a time; an application may start several.
  readonly #mutex = new Semaphore();
  #isOver = false;
  /** The error of the first statement that failed. */
  #failure: unknown;

  /**
   * @param run runs a statement on the connection, where the transaction has begun
   * @param release returns the connection to the pool, or discards it when it is broken
   */
  constructor(run: RunStatement, release: (broken?: Error) => void) {
    this.#run = run;
    this.#release = release;
  }

  async query(statement: SqlStatement, signal?: AbortSignal): Promise<SqlResult> {
    const unlock = await this.#mutex.acquire(signal);
    try {
      return await this.#run(statement, signal);
    } catch (error) {
      this.#failure ??= error;
      throw error;
    } finally {
      unlock();
    }
  }

  savepoint(): Promise<Savepoint> {
    return sqlSavepoint("espalier_part", (statement) => this.query(statement));
  }

  async commit(): Promise<void> {
    this.#isOver = true;
    // After a failed statement, "commit" rolls back without an error.
    if (await this.#end("commit") === "ROLLBACK") throw rolledBack(this.#failure);
  }

  async rollback(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    // The server rolls back when a connection breaks; discard the connection.
    await this.#end("rollback").catch(() => undefined);
  }

  async #end(how: "commit" | "rollback"): Promise<string> {
    const unlock = await this.#mutex.acquire();
    try {
      const { command } = await this.#run(plainStatement(how));
      this.#release();
      return command;
    } catch (error) {
      this.#release(error as Error);
      throw error;
    } finally {
      unlock();
    }
  }
}

function rolledBack(cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(
    "Cannot commit a transaction as every statement in it must succeed: PostgreSQL rolled it back after one failed " +
      `(${reason})`,
    { cause },
  );
}
