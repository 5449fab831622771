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

/** PostgreSQL through `pg`: a pool of connections, each transaction on one of its own. */
export class PostgresConnections implements SqlConnections {
  readonly name: string;
  readonly isInMemory = false;
  readonly maxTransactions: number;
  readonly #options: PostgresOptions;
  #pool: Promise<Pool> | undefined;
  /** The pool, once its driver is loaded. */
  #opened: Pool | undefined;
  #isClosed = false;

  /** @param options where the database is */
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
      // Work that lifts the server's limit, such as a migration, must not meet the client's.
      limits.isLifted ||= /\bstatement_timeout\b/i.test(statement.text);
      return this.#run(client, statement, { signal: querySignal, ...limits, isReadOnly: readOnly });
    };
    try {
      // Without a transaction the server answers "commit" and "rollback" with a warning alone.
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
    // A new connection outlives the request that opens it, and so do its timers and listeners.
    // The driver may throw at once, where it may not read its variables.
    const connecting = inRootContext(() => this.#openPool().then((pool) => pool.connect()));
    try {
      return await abortable(connecting, signal);
    } catch (error) {
      // A connection that comes after all goes back to the pool.
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
      // A message that comes late would stop the next statement on this connection, which may be another request's.
      if (cancelling !== undefined) await cancelling;
    }
  }

  // The connection that waits can't be told to stop: another one, outside the pool, tells the server.
  async #cancel(client: PoolClient): Promise<void> {
    // The process behind a connection is known to the driver, not to its types.
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
      // The query then runs to its end; its result is thrown away.
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
    // An idle connection that breaks leaves the pool by itself; without a listener it would end the process.
    pool.on("error", () => undefined);
    // So would one that breaks while a transaction holds it between two statements: its next statement tells.
    pool.on("connect", (client: PoolClient) => void client.on("error", () => undefined));
    this.#opened = pool;
    return pool;
  }
}

interface RunOptions {
  readonly signal: AbortSignal | undefined;
  /** Whether the statement may take any time. */
  readonly isLifted?: boolean;
  readonly isReadOnly?: boolean | undefined;
}

/** Types whose values the driver reads without a loss: truth, bytes, small numbers and JSON. */
const readByDriver: ReadonlySet<number> = new Set([16, 17, 21, 23, 700, 701, 114, 3802]);

let exact: Promise<CustomTypesConfig> | undefined;

/** Parsers of the driver that leave all other values as the texts that the server sent. */
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

/** Returns a connection to the pool, or closes it at once: a server that is silent would never answer a farewell. */
function release(client: PoolClient, broken: Error | boolean = false): void {
  client.release(broken);
  if (!(broken instanceof Error)) return;
  // The socket is known to the driver, not to its types.
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
