import { type ClientBase, type CustomTypesConfig, loadPg, type Pool, type PoolClient } from "../../../../deps.ts";
import { inRootContext } from "../../../context/mod.ts";
import type { ConnectionCounts } from "../../../kernel/mod.ts";
import { closedStore } from "../../store_unavailable_error.ts";
import { readOnlyTransaction } from "../read_only_transaction.ts";
import type { BeginOptions } from "../transaction_manager.ts";
import type { DedicatedConnection } from "../../dedicated_connection.ts";
import {
  clientConfig,
  clientTimeoutMs,
  limited,
  type PostgresOptions,
  sessionLimits,
} from "./postgres_client_options.ts";
import { PostgresDedicatedConnection } from "./postgres_dedicated_connection.ts";
import { isConnectionLost, translatedError } from "./postgres_errors.ts";
import { type PostgresResult, PostgresSession, type RunStatement } from "./postgres_session.ts";
import { plainStatement } from "./sql_savepoint.ts";
import type { SqlConnections, SqlResult, SqlSession } from "./sql_connections.ts";
import type { SqlStatement } from "./sql_statement.ts";

/** Connections to PostgreSQL through `pg`: a pool, from which each transaction takes one connection. */
export class PostgresConnections implements SqlConnections {
  readonly name: string;
  readonly isInMemory = false;
  readonly maxTransactions: number;
  readonly #options: PostgresOptions;
  #pool: Promise<Pool> | undefined;
  /** The pool, after its driver was loaded. */
  #opened: Pool | undefined;
  #isClosed = false;

  /** @param options the address of the database, and its limits */
  constructor(options: PostgresOptions) {
    this.#options = options;
    this.name = options.name;
    this.maxTransactions = options.maxConnections;
  }

  async open(): Promise<void> {
    const client = await this.#connect();
    client.release();
  }

  async query(statement: SqlStatement, signal?: AbortSignal): Promise<SqlResult> {
    const client = await this.#connect(signal);
    let broken: Error | undefined;
    try {
      return await this.#run(client, statement, { signal });
    } catch (error) {
      if (isConnectionLost(error) || signal?.aborted) broken = error as Error;
      throw error;
    } finally {
      release(client, broken);
    }
  }

  async begin({ signal, isolation, readOnly, mode }: BeginOptions): Promise<SqlSession> {
    const client = await this.#connect(signal);
    const limits = { isLifted: false };
    const run: RunStatement = (statement, querySignal) => {
      // A transaction without the server's limit, such as a migration, must not run into the client's limit.
      limits.isLifted ||= /\bstatement_timeout\b/i.test(statement.text);
      return this.#run(client, statement, { signal: querySignal, ...limits, isReadOnly: readOnly });
    };
    try {
      // Without a transaction, "commit" and "rollback" only cause a warning of the server.
      if (mode === "autocommit") return new PostgresSession(run, (error) => release(client, error ?? true));
      const level = isolation === undefined ? "" : ` isolation level ${isolation}`;
      await run(plainStatement(`begin${level}${readOnly ? " read only" : ""}`));
    } catch (error) {
      release(client, error as Error);
      throw error;
    }
    return new PostgresSession(run, (error) => release(client, error ?? mode !== undefined));
  }

  dedicate(): DedicatedConnection {
    return new PostgresDedicatedConnection(this.#options);
  }

  counts(): ConnectionCounts {
    const { totalCount = 0, idleCount: idle = 0, waitingCount: waiting = 0 } = this.#opened ?? {};
    return { active: totalCount - idle, idle, waiting, max: this.#options.maxConnections };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const pool = this.#pool;
    this.#pool = undefined;
    this.#opened = undefined;
    await (await pool)?.end();
  }

  async #connect(signal?: AbortSignal): Promise<PoolClient> {
    signal?.throwIfAborted();
    // Leave the async context of the request, as a new connection with its timers and listeners outlives it.
    // The driver throws synchronously if it may not read its environment variables.
    const connecting = inRootContext(() => this.#openPool().then((pool) => pool.connect()));
    try {
      return await abortable(connecting, signal);
    } catch (error) {
      // A connection that arrives after the abort goes back to the pool.
      connecting.then((client) => client.release(), () => undefined);
      if (signal?.aborted) throw error;
      throw translatedError(error, this.#options);
    }
  }

  async #run(client: PoolClient, statement: SqlStatement, options: RunOptions): Promise<PostgresResult> {
    const { signal, isLifted = false, isReadOnly = false } = options;
    signal?.throwIfAborted();
    const { text, parameters, isDecoded } = statement;
    const config = {
      text,
      values: [...parameters],
      rowMode: "array" as const,
      ...(isDecoded ? { types: await exactTypes() } : {}),
    };
    const running = client.query(limited(config, isLifted ? 0 : clientTimeoutMs(this.#options)));
    let cancelling: Promise<void> | undefined;
    const cancel = () => cancelling = this.#cancel(client);
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      const { rows, rowCount, fields, command } = await running;
      const columns = fields.map(({ name }: { readonly name: string }) => name);
      return { rows, columns, changes: rowCount ?? 0, command };
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw isReadOnly && isRefusedChange(error) ? readOnlyTransaction(error) : translatedError(error, this.#options);
    } finally {
      signal?.removeEventListener("abort", cancel);
      // A late cancellation would stop the next statement on this connection, possibly of another request.
      if (cancelling !== undefined) await cancelling;
    }
  }

  // The busy connection can't send a cancellation: another one, outside the pool, sends it.
  async #cancel(client: PoolClient): Promise<void> {
    // The driver's types lack the process id of a connection.
    const { processID } = client as unknown as { processID: number | null };
    const { default: pg } = await loadPg();
    const { url, connectTimeoutMs } = this.#options;
    const messenger = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: connectTimeoutMs,
    });
    try {
      await messenger.connect();
      await messenger.query("select pg_cancel_backend($1)", [processID]);
    } catch {
      // Without a cancellation the query runs to its end, and its result is discarded.
    } finally {
      await messenger.end().catch(() => undefined);
    }
  }

  async #openPool(): Promise<Pool> {
    if (this.#isClosed) throw closedStore(this.name);
    this.#pool ??= this.#createPool();
    return await this.#pool;
  }

  async #createPool(): Promise<Pool> {
    const { default: pg } = await loadPg();
    const pool = new pg.Pool({
      ...clientConfig(this.#options),
      max: this.#options.maxConnections,
      onConnect: async (client: ClientBase) => void await client.query(sessionLimits(this.#options)),
    });
    // The pool removes idle connections that break. Without a listener the error would end the process.
    pool.on("error", () => undefined);
    // The same holds for a connection that breaks within a transaction; its next statement reports the error.
    pool.on("connect", (client: PoolClient) => void client.on("error", () => undefined));
    this.#opened = pool;
    return pool;
  }
}

interface RunOptions {
  readonly signal: AbortSignal | undefined;
  /** Whether the statement has no time limit. */
  readonly isLifted?: boolean;
  readonly isReadOnly?: boolean | undefined;
}

/** Types that the driver reads without loss: boolean, bytes, small numbers and JSON. */
const readByDriver: ReadonlySet<number> = new Set([16, 17, 21, 23, 700, 701, 114, 3802]);

let exact: Promise<CustomTypesConfig> | undefined;

/** Parsers of the driver that return all other values as the server's text. */
function exactTypes(): Promise<CustomTypesConfig> {
  exact ??= loadPg().then(({ default: { types } }) => ({
    getTypeParser:
      ((id: number, format?: "text" | "binary") =>
        readByDriver.has(id) ? types.getTypeParser(id, format as "text") : String) as CustomTypesConfig[
          "getTypeParser"
        ],
  }));
  return exact;
}

/** Returns a connection to the pool, or closes its socket at once, as an unresponsive server never confirms the end. */
function release(client: PoolClient, broken: Error | boolean = false): void {
  client.release(broken);
  if (!(broken instanceof Error)) return;
  // The driver's types lack the socket.
  (client as unknown as { connection?: { stream?: { destroy(): void } } }).connection?.stream?.destroy();
}

function isRefusedChange(error: unknown): boolean {
  return (error as { readonly code?: string }).code === "25006";
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
