import { Gate } from "../gate.ts";
import type { Savepoint } from "../transaction_manager.ts";
import type { SqlResult, SqlSession } from "./sql_connections.ts";
import { plainStatement, sqlSavepoint } from "./sql_savepoint.ts";
import type { SqlStatement } from "./sql_statement.ts";

/** What a statement gave, and what the server says that it did. */
export interface PostgresResult extends SqlResult {
  readonly command: string;
}

/** Runs a statement on one connection. */
export type RunStatement = (statement: SqlStatement, signal?: AbortSignal) => Promise<PostgresResult>;

/** A transaction of PostgreSQL, on a connection of its own. */
export class PostgresSession implements SqlSession {
  readonly #run: RunStatement;
  readonly #release: (broken?: Error) => void;
  // The driver wants one statement at a time; work may start several.
  readonly #turns = new Gate();
  #isOver = false;
  /** What the first statement that failed did so with. */
  #failure: unknown;

  /**
   * @param run runs a statement on the connection, where the transaction has begun
   * @param release gives the connection back, or throws it away when it is broken
   */
  constructor(run: RunStatement, release: (broken?: Error) => void) {
    this.#run = run;
    this.#release = release;
  }

  async query(statement: SqlStatement, signal?: AbortSignal): Promise<SqlResult> {
    const leave = await this.#turns.enter(signal);
    try {
      return await this.#run(statement, signal);
    } catch (error) {
      this.#failure ??= error;
      throw error;
    } finally {
      leave();
    }
  }

  savepoint(): Promise<Savepoint> {
    return sqlSavepoint("espalier_part", (statement) => this.query(statement));
  }

  async commit(): Promise<void> {
    this.#isOver = true;
    // After a statement that failed the server answers "commit" by rolling back, without an error.
    if (await this.#end("commit") === "ROLLBACK") throw rolledBack(this.#failure);
  }

  async rollback(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    // A connection that is gone has rolled back by itself; it is thrown away.
    await this.#end("rollback").catch(() => undefined);
  }

  async #end(how: "commit" | "rollback"): Promise<string> {
    const leave = await this.#turns.enter();
    try {
      const { command } = await this.#run(plainStatement(how));
      this.#release();
      return command;
    } catch (error) {
      this.#release(error as Error);
      throw error;
    } finally {
      leave();
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
