import type { ConnectionCounts } from "../../../kernel/mod.ts";
import type { BeginOptions, TransactionSession } from "../transaction_manager.ts";
import type { DedicatedConnection } from "../../dedicated_connection.ts";
import type { SqlStatement } from "./sql_statement.ts";

/** What a statement gave. */
export interface SqlResult {
  /** The rows: values in the sequence of the columns, as the driver gives them. */
  readonly rows: unknown[][];
  /** Names of the columns. */
  readonly columns: readonly string[];
  /** How many rows were changed. */
  readonly changes: number;
}

/** Runs statements. */
export interface SqlRunner {
  /**
   * Runs a statement.
   *
   * @param statement its text and parameters
   * @param signal stops it, as far as the database can
   */
  query(statement: SqlStatement, signal?: AbortSignal): Promise<SqlResult>;
}

/** A connection that runs a transaction. */
export interface SqlSession extends SqlRunner, TransactionSession {}

/** The connections to one database. */
export interface SqlConnections extends SqlRunner {
  /** Shown in messages, without any password. */
  readonly name: string;
  /** Whether the data is kept in memory alone. */
  readonly isInMemory: boolean;
  /** The folder that holds the data; absent in memory, and where a server keeps it. */
  readonly folder?: string | undefined;
  /** Maximum number of writing transactions at the same time. */
  readonly maxTransactions: number;
  /** Opens the database, unless it is open. */
  open(): Promise<void>;
  /** Begins a transaction. */
  begin(options: BeginOptions): Promise<SqlSession>;
  /** A connection of its own; absent where there is one for all changes. */
  dedicate?(): DedicatedConnection;
  /** Counts the connections at this moment; absent where there is no pool. */
  counts?(): ConnectionCounts;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** The rows of a result as objects by column name. */
export function rowObjects({ rows, columns }: SqlResult): Record<string, unknown>[] {
  return rows.map((row) => Object.fromEntries(row.map((value, i) => [columns[i]!, value])));
}
