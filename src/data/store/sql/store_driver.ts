import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "../../../../deps.ts";
import { rowObjects, type SqlResult } from "./sql_connections.ts";

/** Runs the text of a statement, in the current transaction where there is one. */
export type RunSql = (text: string, parameters: readonly unknown[], signal?: AbortSignal) => Promise<SqlResult>;

/** Kysely's driver: runs statements, and leaves connections, transactions and closing to the database. */
export class StoreDriver implements Driver {
  readonly #run: RunSql;

  /** @param run runs a statement */
  constructor(run: RunSql) {
    this.#run = run;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(new StoreConnection(this.#run));
  }

  // Repositories would not take part in a transaction of Kysely's own: it keeps none with the asynchronous context.
  beginTransaction(): Promise<void> {
    return Promise.reject(
      new TypeError(
        "Cannot begin a transaction through Kysely as repositories must take part in it: " +
          "run the work within database.transactions.run",
      ),
    );
  }

  commitTransaction(): Promise<void> {
    return Promise.resolve();
  }

  rollbackTransaction(): Promise<void> {
    return Promise.resolve();
  }

  releaseConnection(): Promise<void> {
    return Promise.resolve();
  }

  destroy(): Promise<void> {
    return Promise.resolve();
  }
}

class StoreConnection implements DatabaseConnection {
  readonly #run: RunSql;

  constructor(run: RunSql) {
    this.#run = run;
  }

  async executeQuery<R>(query: CompiledQuery, options?: { readonly signal?: AbortSignal }): Promise<QueryResult<R>> {
    try {
      const result = await this.#run(query.sql, query.parameters, options?.signal);
      // Kysely's callers state the type of a row; no driver can check it.
      const rows = rowObjects(result) as R[];
      return changeKinds.has(query.query.kind) ? { rows, numAffectedRows: BigInt(result.changes) } : { rows };
    } catch (error) {
      // Kysely has already told its caller, and would print what the statement says once it is stopped.
      if (options?.signal?.aborted) return { rows: [] };
      throw error;
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}

const changeKinds: ReadonlySet<string> = new Set(["InsertQueryNode", "UpdateQueryNode", "DeleteQueryNode"]);
