import type { PostgresTarget } from "./postgres_errors.ts";

/** Connection options of a PostgreSQL database. */
export interface PostgresOptions extends PostgresTarget {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** Maximum time that a statement waits for a lock, in milliseconds. */
  readonly lockTimeoutMs: number;
  /** Maximum time that a transaction is idle between statements, in milliseconds; 0 disables the limit. */
  readonly idleInTransactionTimeoutMs: number;
}

/** Time that the client waits for a statement beyond the server's limit, in milliseconds. */
const silenceMs = 5_000;

/**
 * Returns the time that the driver waits for a statement: an unresponsive server or network can't enforce the server's
 * own limit.
 *
 * @returns milliseconds; 0 disables the limit
 */
export function clientTimeoutMs({ statementTimeoutMs }: PostgresOptions): number {
  return statementTimeoutMs === 0 ? 0 : statementTimeoutMs + silenceMs;
}

/** The driver's timeout of a statement in milliseconds, which its types lack; 0 disables the limit. */
export function limited<C extends object>(config: C, timeoutMs: number): C {
  return timeoutMs === 0 ? config : { ...config, query_timeout: timeoutMs };
}

/** Returns the options of a connection. */
export function clientConfig({ url, schema, connectTimeoutMs }: PostgresOptions) {
  return {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    ...(schema === undefined ? {} : { options: `-c search_path=${optionValue(schema)}` }),
  };
}

/** Sets the server's limits. As statements, not as parameters of the connection: poolers such as PgBouncer refuse those. */
export function sessionLimits(options: PostgresOptions): { readonly text: string } {
  const { statementTimeoutMs, lockTimeoutMs, idleInTransactionTimeoutMs, connectTimeoutMs } = options;
  const text = `set statement_timeout = ${statementTimeoutMs}; set lock_timeout = ${lockTimeoutMs}; ` +
    `set idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs}`;
  return limited({ text }, connectTimeoutMs);
}

/** Escapes the name of a schema for the options of a connection. */
function optionValue(schema: string): string {
  return `"${schema.replaceAll('"', '""')}"`.replace(/[\\\s]/g, "\\$&");
}
