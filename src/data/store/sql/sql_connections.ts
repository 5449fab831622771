import type { ConnectionCounts } from "../../../kernel/mod.ts";
import type { BeginOptions, TransactionSession } from "../transaction_manager.ts";
import type { DedicatedConnection } from "../../dedicated_connection.ts";
import type { SqlStatement } from "./sql_statement.ts";

/** The result of a statement. */
export interface SqlResult {
  /** The rows, as the driver's values in the order of the columns. */
  readonly rows: unknown[][];
  /** Names of the columns. */
  readonly columns: readonly string[];
  /** Number of changed rows. */
  readonly changes: number;
}

/** Runs statements. */
export interface SqlRunner {
  /**
   * Runs a statement.
   *
   * @param statement its text and parameters
   * @param signal cancels it, if the database can
   */
  query(statement: SqlStatement, signal?: AbortSignal): Promise<SqlResult>;
}

/** A connection that runs a transaction. */
export interface SqlSession extends SqlRunner, TransactionSession {}

/** The connections to one database. */
export interface SqlConnections extends SqlRunner {
  /** Name for messages, without any password. */
  readonly name: string;
  /** Whether the data is only in memory. */
  readonly isInMemory: boolean;
  /** The folder of the database file; absent for databases in memory and on servers. */
  readonly folder?: string | undefined;
  /** Maximum number of writing transactions at the same time. */
  readonly maxTransactions: number;
  /** Opens the database, unless it is open. */
  open(): Promise<void>;
  /** Begins a transaction. */
  begin(options: BeginOptions): Promise<SqlSession>;
  /** Opens a dedicated connection; absent if there is one connection for all changes. */
  dedicate?(): DedicatedConnection;
  /** Counts the current connections; absent if there is no pool. */
  counts?(): ConnectionCounts;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** Converts the rows of a result to objects by column name. */
export function rowObjects({ rows, columns }: SqlResult): Record<string, unknown>[] {
  return rows.map((row) => Object.fromEntries(row.map((value, i) => [columns[i]!, value])));
}
