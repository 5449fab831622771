import type { PostgresTarget } from "./postgres_errors.ts";

/** How a PostgreSQL database is reached. */
export interface PostgresOptions extends PostgresTarget {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** How long a statement waits for a lock, in milliseconds. */
  readonly lockTimeoutMs: number;
  /** How long a transaction may be open without a statement, in milliseconds; 0 for ever. */
  readonly idleInTransactionTimeoutMs: number;
}

/** How much longer than the server the client waits for the end of a statement, in milliseconds. */
const silenceMs = 5_000;

/**
 * How long the driver waits for the end of a statement: a server that is silent, or a network that swallows everything,
 * keeps no limit of its own.
 *
 * @returns milliseconds; 0 for no limit
 */
export function clientTimeoutMs({ statementTimeoutMs }: PostgresOptions): number {
  return statementTimeoutMs === 0 ? 0 : statementTimeoutMs + silenceMs;
}

/** Limits how long the driver waits for the end of a statement, which its types don't know; 0 for no limit. */
export function limited<C extends object>(config: C, timeoutMs: number): C {
  return timeoutMs === 0 ? config : { ...config, query_timeout: timeoutMs };
}

/** The options of one connection. */
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

/** The name of a schema as the server takes it among the options of a connection, whatever its characters are. */
function optionValue(schema: string): string {
  return `"${schema.replaceAll('"', '""')}"`.replace(/[\\\s]/g, "\\$&");
}
