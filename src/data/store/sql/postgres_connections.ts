import { loadPg, type Pool, type PoolClient } from "../../../../deps.ts";
import { closedStore, StoreUnavailableError } from "../../store_unavailable_error.ts";
import { type PostgresTarget, translatedError } from "./postgres_errors.ts";
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
  readonly #options: PostgresOptions & PostgresTarget;
  #pool: Promise<Pool> | undefined;
  #isClosed = false;

  /** @param options where the database is */
  constructor(options: PostgresOptions) {
    this.#options = { maxConnections: 10, connectTimeoutMs: 5_000, ...options };
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
      throw translatedError(error, this.#options);
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
      throw translatedError(error, this.#options);
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

  async #openPool(): Promise<Pool> {
    if (this.#isClosed) throw closedStore(this.name);
    this.#pool ??= this.#createPool();
    return await this.#pool;
  }

  async #createPool(): Promise<Pool> {
    const { default: pg } = await loadPg();
    const { url, schema, maxConnections, connectTimeoutMs } = this.#options;
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
