import { choice, milliseconds, type PropertyTable } from "./property.ts";

/** Databases: time limits, checks at start-up, logging, and the durability of SQLite. */
export interface DataProperties {
  /**
   * Maximum wait for a lock, in milliseconds: on SQLite for a file locked by another process, on a server for rows
   * locked by another transaction.
   */
  readonly lockTimeoutMs: number;
  /** PostgreSQL and MariaDB: maximum wait for a connection, in milliseconds. */
  readonly connectTimeoutMs: number;
  /** PostgreSQL and MariaDB: maximum time of one statement, in milliseconds; 0 disables the limit. */
  readonly statementTimeoutMs: number;
  /**
   * PostgreSQL and MariaDB: maximum time between two statements of one transaction, in milliseconds; 0 disables the
   * limit.
   */
  readonly idleInTransactionTimeoutMs: number;
  /** With `migrations()`: whether migrations run at start-up, must have run before it, or are not checked. */
  readonly migrations: "run" | "check" | "off";
  /** The effect of tables that do not match the entities: they are logged at start-up, fail it, or are not checked. */
  readonly schemaCheck: "warn" | "fail" | "off";
  /**
   * The effect of queries that no index serves: they are logged at start-up if their table has 1,000 rows or more, fail
   * it for tables of any size, or are not checked.
   */
  readonly indexCheck: "warn" | "fail" | "off";
  /**
   * The SQL statements logged at `INFO`: none, all with the types of their parameters, or, in the development preset
   * only, all with the values of their parameters.
   */
  readonly logStatements: "off" | "text" | "parameters";
  /** Minimum duration of a statement that is logged at `WARN`, in milliseconds; 0 disables it. */
  readonly slowStatementMs: number;
  /**
   * PostgreSQL with replicas: whether only read-only transactions are read from them, or also reads of repositories
   * outside transactions.
   */
  readonly replicaReads: "transactions" | "all";
  /** PostgreSQL with replicas: whether a replica serves reads only when it has all changes of this process. */
  readonly replicaConsistency: "own-writes" | "eventual";
  /** SQLite: whether and when a commit waits for the disk. */
  readonly sqliteSynchronous: "off" | "normal" | "full" | "extra";
  /** SQLite: the journal mode. */
  readonly sqliteJournalMode: "wal" | "delete";
}

/** Definitions of {@linkcode DataProperties}. */
export const dataProperties: PropertyTable<DataProperties> = {
  lockTimeoutMs: milliseconds({
    default: 5_000,
    min: 1,
    description: "Maximum wait for an SQLite file locked by another process, or for rows locked on a server.",
  }),
  connectTimeoutMs: milliseconds({
    default: 5_000,
    min: 1,
    description: "PostgreSQL, MariaDB: maximum wait for a connection to the server or from the pool.",
  }),
  statementTimeoutMs: milliseconds({
    default: 30_000,
    description: "PostgreSQL, MariaDB: maximum time of one statement; 0: no limit.",
  }),
  idleInTransactionTimeoutMs: milliseconds({
    default: 60_000,
    description: "PostgreSQL, MariaDB: maximum time between two statements of one transaction; 0: no limit.",
  }),
  migrations: choice(["run", "check", "off"], {
    default: "run",
    description: 'Whether migrations() runs at start-up; "check" fails the start when one is pending.',
  }),
  schemaCheck: choice(["warn", "fail", "off"], {
    default: "warn",
    description:
      'Whether tables that do not match the entities are logged at start-up; "fail" fails it, "off" skips the check.',
  }),
  indexCheck: choice(["warn", "fail", "off"], {
    default: "warn",
    description:
      "Whether query methods, filters and sorts that no index serves are logged at start-up if the table has " +
      '1,000 rows or more; "fail" fails it for tables of any size, "off" skips the check.',
  }),
  logStatements: choice(["off", "text", "parameters"], {
    default: "off",
    description:
      'Log SQL statements with their times at INFO; "parameters" with the values of parameters, in development only.',
  }),
  slowStatementMs: milliseconds({
    default: 0,
    description: "Minimum duration of an SQL statement that is logged at WARN; 0: none.",
  }),
  replicaReads: choice(["transactions", "all"], {
    default: "transactions",
    description:
      'What is read from replicas: read-only transactions, with "all" also what repositories read outside of them.',
  }),
  replicaConsistency: choice(["own-writes", "eventual"], {
    default: "own-writes",
    description:
      'With "own-writes" a replica serves reads only once it has all changes of this process; with "eventual" always.',
  }),
  sqliteSynchronous: choice(["off", "normal", "full", "extra"], {
    default: "normal",
    description: 'SQLite: when a commit waits for the disk; with "full" a power failure loses no commit.',
  }),
  sqliteJournalMode: choice(["wal", "delete"], {
    default: "wal",
    description: 'SQLite: with "wal" reads and writes do not block each other; "delete" is for network file systems.',
  }),
};
