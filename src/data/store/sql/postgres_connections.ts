import { loadPg, type Pool, type PoolClient } from "../../../../deps.ts";
import { ConcurrencyFailureError } from "../../concurrency_failure_error.ts";
import { DataIntegrityError, type IntegrityRule } from "../../data_integrity_error.ts";
import { closedStore, StoreUnavailableError } from "../../store_unavailable_error.ts";
import { UnreadableExpressionError } from "../../unreadable_expression_error.ts";
import { missingTable } from "./missing_table.ts";
import { plain, type PostgresResult, PostgresSession, type RunStatement } from "./postgres_session.ts";
import type { SqlConnections, SqlResult, SqlSession } from "./sql_connections.ts";
import type { SqlStatement } from "./sql_statement.ts";

/** How a PostgreSQL database is reached. */
export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** Shown in messages, without any password. */
  readonly name: string;
  /** Most connections at the same time; by default 10. */
  readonly maxConnections?: number;
  /** How long to wait for a connection, in milliseconds; by default 5000. */
  readonly connectTimeoutMs?: number;
  /** The schema to work in; by default the server's search path. */
  readonly schema?: string;
}

/** PostgreSQL through `pg`: a pool of connections, each transaction on one of its own. */
export class PostgresConnections implements SqlConnections {
  readonly name: string;
  readonly #options: PostgresOptions;
  #pool: Promise<Pool> | undefined;
  #isClosed = false;

  /** @param options where the database is */
  constructor(options: PostgresOptions) {
    this.#options = options;
    this.name = options.name;
  }

  async open(): Promise<void> {
    const client = await this.#connect();
    client.release();
  }

  async query(statement: SqlStatement, signal?: AbortSignal): Promise<SqlResult> {
    const client = await this.#connect(signal);
    let broken: Error | undefined;
    try {
      return await this.#run(client, statement, signal);
    } catch (error) {
      if (error instanceof StoreUnavailableError || signal?.aborted) broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async begin(signal?: AbortSignal): Promise<SqlSession> {
    const client = await this.#connect(signal);
    const run: RunStatement = (statement, querySignal) => this.#run(client, statement, querySignal);
    try {
      await run(plain("begin"));
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
    return new PostgresSession(run, (error) => client.release(error));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const pool = this.#pool;
    this.#pool = undefined;
    await (await pool)?.end();
  }

  async #connect(signal?: AbortSignal): Promise<PoolClient> {
    signal?.throwIfAborted();
    // The driver may throw at once, where it may not read its variables.
    const connecting = this.#openPool().then((pool) => pool.connect());
    try {
      return await abortable(connecting, signal);
    } catch (error) {
      // A connection that comes after all goes back to the pool.
      connecting.then((client) => client.release(), () => undefined);
      if (signal?.aborted) throw error;
      throw this.#translated(error);
    }
  }

  async #run(client: PoolClient, statement: SqlStatement, signal?: AbortSignal): Promise<PostgresResult> {
    signal?.throwIfAborted();
    const running = client.query({ text: statement.text, values: [...statement.parameters], rowMode: "array" });
    const cancel = () => void this.#cancel(client);
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      const { rows, rowCount, fields, command } = await running;
      const columns = fields.map(({ name }: { readonly name: string }) => name);
      return { rows, columns, changes: rowCount ?? 0, command };
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw this.#translated(error);
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  // The connection that waits can't be told to stop: another one, outside the pool, tells the server.
  async #cancel(client: PoolClient): Promise<void> {
    // The process behind a connection is known to the driver, not to its types.
    const { processID } = client as unknown as { processID: number | null };
    const { default: pg } = await loadPg();
    const messenger = new pg.Client({ connectionString: this.#options.url });
    try {
      await messenger.connect();
      await messenger.query("select pg_cancel_backend($1)", [processID]);
    } catch {
      // The query then runs to its end; its result is thrown away.
    } finally {
      await messenger.end();
    }
  }

  get #limits(): { readonly maxConnections: number; readonly connectTimeoutMs: number } {
    const { maxConnections = 10, connectTimeoutMs = 5000 } = this.#options;
    return { maxConnections, connectTimeoutMs };
  }

  async #openPool(): Promise<Pool> {
    if (this.#isClosed) throw closedStore(this.name);
    this.#pool ??= this.#createPool();
    return await this.#pool;
  }

  async #createPool(): Promise<Pool> {
    const { default: pg } = await loadPg();
    const { url, schema } = this.#options;
    const { maxConnections, connectTimeoutMs } = this.#limits;
    const pool = new pg.Pool({
      connectionString: url,
      max: maxConnections,
      connectionTimeoutMillis: connectTimeoutMs,
      ...(schema === undefined ? {} : { options: `-c search_path=${optionValue(schema)}` }),
    });
    // An idle connection that breaks leaves the pool by itself; without a listener it would end the process.
    pool.on("error", () => undefined);
    // So would one that breaks while a transaction holds it between two statements: its next statement tells.
    pool.on("connect", (client: PoolClient) => void client.on("error", () => undefined));
    return pool;
  }

  #needed(error: Error): string {
    if (error instanceof Deno.errors.NotCapable) {
      const flag = /\benv access\b/.test(error.message) ? "--allow-env='PG*'" : "--allow-net";
      return `the process must be allowed to reach it: run with ${flag} (${error.message})`;
    }
    if (error.message === waitedTooLong) {
      const { connectTimeoutMs, maxConnections } = this.#limits;
      return `a connection must come free within ${connectTimeoutMs} ms: all ${maxConnections} of the pool are in use`;
    }
    return `it must be running and reachable: ${error.message}`;
  }

  #translated(error: unknown): unknown {
    if (!(error instanceof Error) || error instanceof StoreUnavailableError) return error;
    const code = (error as { code?: string }).code;
    if (code === undefinedTable) return missingTable(error);
    if (code !== undefined && concurrencyFailures.includes(code)) {
      return new ConcurrencyFailureError(error.message, { cause: error });
    }
    if (code === invalidExpression) return new UnreadableExpressionError(error);
    if (code === invalidSchema) {
      const { schema = "public" } = this.#options;
      return new Error(`Cannot use schema "${schema}" as it must exist: create it first (${error.message})`, {
        cause: error,
      });
    }
    const rule = code === undefined ? undefined : constraints[code];
    if (rule !== undefined) {
      return new DataIntegrityError(rule, `Cannot change data as the database refuses it: ${error.message}`, {
        cause: error,
      });
    }
    if (!isConnectionTrouble(error, code)) return error;
    return new StoreUnavailableError(this.name, this.#needed(error), { cause: error });
  }
}

// What the pool says to those who stood in its line; a server that does not answer is told in other words.
const waitedTooLong = "timeout exceeded when trying to connect";
// A transaction that can't be serialized, a deadlock, a lock that doesn't come free.
const concurrencyFailures: readonly string[] = ["40001", "40P01", "55P03"];
const undefinedTable = "42P01";
const invalidSchema = "3F000";
const invalidExpression = "2201B";

const constraints: Readonly<Record<string, IntegrityRule>> = {
  "23505": "unique",
  "23503": "reference",
  "23502": "not-null",
  "23514": "check",
  // Values that a column can't hold: a number or a date out of range, a text with a NUL character, half a character.
  "22003": "check",
  "22008": "check",
  "22021": "check",
  "22P05": "check",
  "22P02": "check",
};

// Class 08: connection exceptions; 57P: shut down or cancelled by an administrator; 53300: too many connections;
// 3D000: no such database; 28: not let in.
function isConnectionTrouble(error: Error, code: string | undefined): boolean {
  if (code !== undefined && /^(08|57P0|53300|3D000|28)/.test(code)) return true;
  if (code !== undefined && /^E[A-Z]+$/.test(code)) return true;
  return error instanceof AggregateError || error instanceof Deno.errors.NotCapable ||
    /connection|timeout exceeded|client has encountered|closed/i.test(error.message);
}

/** The name of a schema as the server takes it among the options of a connection, whatever its characters are. */
function optionValue(schema: string): string {
  return `"${schema.replaceAll('"', '""')}"`.replace(/[\\\s]/g, "\\$&");
}

async function abortable<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return await promise;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}
