import { choice, milliseconds, type PropertyTable } from "./property.ts";

/** Databases: how long is waited for them, and how safe SQLite is against a loss of power. */
export interface DataProperties {
  /**
   * Longest wait for a lock, in milliseconds: on SQLite for a file that another process holds, on a server for rows
   * that another transaction holds.
   */
  readonly lockTimeoutMs: number;
  /** PostgreSQL and MariaDB: longest wait for a connection, in milliseconds. */
  readonly connectTimeoutMs: number;
  /** PostgreSQL and MariaDB: longest time of one statement, in milliseconds; 0 for no limit. */
  readonly statementTimeoutMs: number;
  /** PostgreSQL and MariaDB: longest time between two statements of one transaction, in milliseconds; 0 for no limit. */
  readonly idleInTransactionTimeoutMs: number;
  /** Where `migrations()` is installed: whether they run at start-up, must have run, or are left alone. */
  readonly migrations: "run" | "check" | "off";
  /** What becomes of tables that are not what entities need: told at start-up, failing it, or not looked for. */
  readonly schemaCheck: "warn" | "fail" | "off";
  /**
   * What becomes of queries that no index serves: told at start-up where their table has 1,000 rows or more, failing it
   * whatever the table holds, or not looked for.
   */
  readonly indexCheck: "warn" | "fail" | "off";
  /**
   * Which SQL statements are logged at `INFO`: none, all with the types of their parameters, or, in the development
   * preset alone, all with the values of their parameters.
   */
  readonly logStatements: "off" | "text" | "parameters";
  /** Duration from which a statement is logged at `WARN`, in milliseconds; 0 for never. */
  readonly slowStatementMs: number;
  /**
   * PostgreSQL with replicas: whether read-only transactions alone are read from them, or also what repositories read
   * outside of transactions.
   */
  readonly replicaReads: "transactions" | "all";
  /** PostgreSQL with replicas: whether a replica serves reads only when it has all changes of this process. */
  readonly replicaConsistency: "own-writes" | "eventual";
  /** SQLite: when a commit waits for the disk. */
  readonly sqliteSynchronous: "off" | "normal" | "full" | "extra";
  /** SQLite: how a transaction is kept until it is committed. */
  readonly sqliteJournalMode: "wal" | "delete";
}

/** Definitions of {@linkcode DataProperties}. */
export const dataProperties: PropertyTable<DataProperties> = {
  lockTimeoutMs: milliseconds({
    default: 5_000,
    min: 1,
    description: "Longest wait for an SQLite file that another process holds, or for rows locked on a server.",
  }),
  connectTimeoutMs: milliseconds({
    default: 5_000,
    min: 1,
    description: "PostgreSQL, MariaDB: longest wait for a connection, to the server or of the pool.",
  }),
  statementTimeoutMs: milliseconds({
    default: 30_000,
    description: "PostgreSQL, MariaDB: longest time of one statement; 0 for no limit.",
  }),
  idleInTransactionTimeoutMs: milliseconds({
    default: 60_000,
    description: "PostgreSQL, MariaDB: longest time between two statements of one transaction; 0 for no limit.",
  }),
  migrations: choice(["run", "check", "off"], {
    default: "run",
    description: 'Whether migrations() runs at start-up; "check" fails the start when one is pending.',
  }),
  schemaCheck: choice(["warn", "fail", "off"], {
    default: "warn",
    description:
      'Whether the start tells of tables that are not what entities need; "fail" fails it, "off" does not look.',
  }),
  indexCheck: choice(["warn", "fail", "off"], {
    default: "warn",
    description:
      "Whether the start tells of query methods, filters and sorts that no index serves, where the table has " +
      '1,000 rows; "fail" fails it for tables of any size, "off" does not look.',
  }),
  logStatements: choice(["off", "text", "parameters"], {
    default: "off",
    description:
      'Log SQL statements with their times at INFO; "parameters" with the values of parameters, in development only.',
  }),
  slowStatementMs: milliseconds({
    default: 0,
    description: "Duration from which an SQL statement is logged at WARN; 0 for never.",
  }),
  replicaReads: choice(["transactions", "all"], {
    default: "transactions",
    description:
      'What is read from replicas: read-only transactions, with "all" also what repositories read outside of them.',
  }),
  replicaConsistency: choice(["own-writes", "eventual"], {
    default: "own-writes",
    description:
      'With "own-writes" a replica serves reads only when it has all changes of this process; with "eventual" always.',
  }),
  sqliteSynchronous: choice(["off", "normal", "full", "extra"], {
    default: "normal",
    description: 'SQLite: when a commit waits for the disk; with "full" a loss of power loses no commit.',
  }),
  sqliteJournalMode: choice(["wal", "delete"], {
    default: "wal",
    description:
      'SQLite: with "wal" reads and writes don\'t wait for each other; "delete" is for network file systems.',
  }),
};
