import type { MysqlConnectionOptions } from "../../../../deps.ts";
import type { MariadbTarget } from "./mariadb_errors.ts";

/** Connection options of a MariaDB database. */
export interface MariadbOptions extends MariadbTarget {
  /** `mysql://user:password@host:port/database`. */
  readonly url: URL;
  readonly database: string;
  /** Maximum time that a statement waits for a lock, in milliseconds. */
  readonly lockTimeoutMs: number;
  /** Maximum time that a transaction is idle between statements, in milliseconds; 0 disables the limit. */
  readonly idleInTransactionTimeoutMs: number;
}

/** Time that the client waits for a statement beyond the server's limit, in milliseconds. */
const silenceMs = 5_000;

/** Maximum number of prepared statements per connection; the server's limit for all connections is 16,382. */
const maxPreparedStatements = 200;

/** Bytes of a text that sorts compare, up to three per character; the server's default is 1,024. */
const maxSortLength = 16_384;

/** Bytes of the sort buffer, which must hold several rows with keys of maximum length. */
const sortBufferSize = 8_388_608;

const sqlMode = "STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO," +
  "NO_BACKSLASH_ESCAPES,TIME_ROUND_FRACTIONAL";

/**
 * Returns the time that the driver waits for a statement: an unresponsive server or network can't enforce the server's
 * own limit.
 *
 * @returns milliseconds; 0 disables the limit
 */
export function driverTimeoutMs({ statementTimeoutMs }: MariadbOptions): number {
  return statementTimeoutMs === 0 ? 0 : statementTimeoutMs + silenceMs;
}

/** Returns the options of a connection. */
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

/** Sets the session variables that statements rely on, and the server's limits in seconds. */
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
