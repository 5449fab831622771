import type { MysqlConnectionOptions } from "../../../../deps.ts";
import type { MariadbTarget } from "./mariadb_errors.ts";

/** How a MariaDB database is reached. */
export interface MariadbOptions extends MariadbTarget {
  /** `mysql://user:password@host:port/database`. */
  readonly url: URL;
  readonly database: string;
  /** How long a statement waits for a lock, in milliseconds. */
  readonly lockTimeoutMs: number;
  /** How long a transaction may be open without a statement, in milliseconds; 0 for ever. */
  readonly idleInTransactionTimeoutMs: number;
}

/** How much longer than the server the client waits for the end of a statement, in milliseconds. */
const silenceMs = 5_000;

/** Prepared statements that a connection keeps; the server keeps 16,382 for all of them. */
const maxPreparedStatements = 200;

/** Bytes of a text that sorts compare, of which a character takes three; by default they are 1,024. */
const maxSortLength = 16_384;

/** Bytes of a sort in memory: it must hold several rows of keys that are as long. */
const sortBufferSize = 8_388_608;

const sqlMode = "STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO," +
  "NO_BACKSLASH_ESCAPES,TIME_ROUND_FRACTIONAL";

/**
 * How long the driver waits for the end of a statement: a server that is silent, or a network that swallows everything,
 * keeps no limit of its own.
 *
 * @returns milliseconds; 0 for no limit
 */
export function driverTimeoutMs({ statementTimeoutMs }: MariadbOptions): number {
  return statementTimeoutMs === 0 ? 0 : statementTimeoutMs + silenceMs;
}

/** The options of one connection. */
export function connectionOptions({ url, database, connectTimeoutMs }: MariadbOptions): MysqlConnectionOptions {
  const ssl = url.searchParams.get("ssl");
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? 3306 : Number(url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database,
    ...(ssl === null ? {} : { ssl: { rejectUnauthorized: ssl !== "no-verify" } }),
    charset: "utf8mb4",
    timezone: "Z",
    connectTimeout: connectTimeoutMs,
    enableKeepAlive: true,
    rowsAsArray: true,
    supportBigNumbers: true,
    jsonStrings: true,
    maxPreparedStatements,
  };
}

/** Sets what statements rely on, and the server's limits, which are in seconds. */
export function sessionStatements(options: MariadbOptions): readonly string[] {
  const { statementTimeoutMs, lockTimeoutMs, idleInTransactionTimeoutMs } = options;
  const lockSeconds = Math.ceil(lockTimeoutMs / 1000);
  return [
    `set time_zone = '+00:00', sql_mode = '${sqlMode}', max_sort_length = ${maxSortLength}, ` +
    `sort_buffer_size = ${sortBufferSize}, ` +
    `innodb_snapshot_isolation = on, max_statement_time = ${statementTimeoutMs / 1000}, ` +
    `innodb_lock_wait_timeout = ${lockSeconds}, lock_wait_timeout = ${lockSeconds}, ` +
    `idle_transaction_timeout = ${Math.ceil(idleInTransactionTimeoutMs / 1000)}`,
    // As on PostgreSQL; "repeatable read" locks the gaps between rows.
    "set session transaction isolation level read committed",
  ];
}
