import { Buffer } from "node:buffer";
import type { MysqlConnection } from "../../../../deps.ts";
import { inRootContext } from "../../../context/mod.ts";
import type { ConnectionCounts } from "../../../kernel/mod.ts";
import type { DedicatedConnection } from "../../dedicated_connection.ts";
import { closedStore } from "../../store_unavailable_error.ts";
import { Semaphore } from "../semaphore.ts";
import { readOnlyTransaction } from "../read_only_transaction.ts";
import type { BeginOptions } from "../transaction_manager.ts";
import { driverTimeoutMs, type MariadbOptions } from "./mariadb_client_options.ts";
import { isMariadbConnectionLost, isReadOnlyRefusal, translatedMariadbError } from "./mariadb_errors.ts";
import { connectMariadb, MariadbPool } from "./mariadb_pool.ts";
import { type MariadbResult, MariadbSession, type RunMariadbStatement } from "./mariadb_session.ts";
import { plainStatement } from "./sql_savepoint.ts";
import { rowObjects, type SqlConnections, type SqlResult, type SqlSession } from "./sql_connections.ts";
import type { SqlStatement } from "./sql_statement.ts";

/** Connections to MariaDB through `mysql2`: a pool, from which each transaction takes one connection. */
export class MariadbConnections implements SqlConnections {
  readonly name: string;
  readonly isInMemory = false;
  readonly maxTransactions: number;
  readonly #options: MariadbOptions;
  readonly #pool: MariadbPool;

  /** @param options the address of the database, and its limits */
  constructor(options: MariadbOptions) {
    this.#options = options;
    this.#pool = new MariadbPool(options);
    this.name = options.name;
    this.maxTransactions = options.maxConnections;
  }

  async open(): Promise<void> {
    (await this.#pool.acquire()).release(false);
  }

  async query(statement: SqlStatement, signal?: AbortSignal): Promise<SqlResult> {
    const pooled = await this.#pool.acquire(signal);
    let isBroken = false;
    try {
      return await runStatement(pooled.connection, statement, { options: this.#options, signal });
    } catch (error) {
      isBroken = isMariadbConnectionLost(error) || signal?.aborted === true;
      throw error;
    } finally {
      pooled.release(isBroken);
    }
  }

  async begin({ signal, isolation, readOnly = false, mode }: BeginOptions): Promise<SqlSession> {
    const pooled = await this.#pool.acquire(signal);
    const limits = { isLifted: false };
    const run: RunMariadbStatement = (statement, querySignal) => {
      // A transaction without the server's limit, such as a migration, must not run into the client's limit.
      limits.isLifted ||= /\bmax_statement_time\b/i.test(statement.text);
      return runStatement(pooled.connection, statement, {
        options: this.#options,
        signal: querySignal,
        ...limits,
        isReadOnly: readOnly,
      });
    };
    const autocommit = mode === "autocommit";
    const release = (error?: Error) => pooled.release(mode !== undefined || error !== undefined);
    try {
      if (!autocommit) await begin(run, { readOnly, ...(isolation === undefined ? {} : { isolation }) });
    } catch (error) {
      release(error as Error);
      throw error;
    }
    return new MariadbSession({ run, release, autocommit });
  }

  dedicate(): DedicatedConnection {
    return new MariadbDedicatedConnection(this.#options);
  }

  counts(): ConnectionCounts {
    return this.#pool.counts();
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

async function begin(
  run: RunMariadbStatement,
  { isolation, readOnly }: Pick<BeginOptions, "isolation" | "readOnly">,
): Promise<void> {
  if (isolation !== undefined) await run(plainStatement(`set transaction isolation level ${isolation}`));
  await run(plainStatement(readOnly ? "start transaction read only" : "start transaction"));
}

interface RunOptions {
  readonly options: MariadbOptions;
  readonly signal?: AbortSignal | undefined;
  /** Whether the statement has no time limit. */
  readonly isLifted?: boolean;
  readonly isReadOnly?: boolean;
}

async function runStatement(
  connection: MysqlConnection,
  statement: SqlStatement,
  { options, signal, isLifted = false, isReadOnly = false }: RunOptions,
): Promise<MariadbResult> {
  signal?.throwIfAborted();
  let cancelling: Promise<void> | undefined;
  const cancel = () => cancelling = cancelStatement(connection, options);
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    return await execute(connection, statement, isLifted ? 0 : driverTimeoutMs(options));
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw isReadOnly && isReadOnlyRefusal(error) ? readOnlyTransaction(error) : translatedMariadbError(error, options);
  } finally {
    signal?.removeEventListener("abort", cancel);
    // A late cancellation would stop the next statement on this connection, possibly of another request.
    if (cancelling !== undefined) await cancelling;
  }
}

/** Flag of the server status: a transaction is open. */
const inTransaction = 1;

/** The driver's result of a change. */
interface ChangeHeader {
  readonly affectedRows: number;
  readonly serverStatus: number;
}

async function execute(
  connection: MysqlConnection,
  { text, parameters, isDecoded = false }: SqlStatement,
  timeout: number,
): Promise<MariadbResult> {
  const config = {
    sql: text,
    ...(timeout === 0 ? {} : { timeout }),
    ...(isDecoded ? { dateStrings: true, bigNumberStrings: true } : {}),
  };
  // Some statements can't be prepared, for example those that define triggers. None of them has parameters.
  const isPlain = parameters.length === 0 && !isDecoded;
  const running = isPlain ? connection.query(config) : connection.execute({ ...config, values: parameters.map(bound) });
  // The driver's types lack rows as arrays.
  const [result, fields] = await running as unknown as [
    unknown[][] | ChangeHeader,
    readonly { readonly name: string }[],
  ];
  if (Array.isArray(result)) return { rows: result, columns: fields.map(({ name }) => name), changes: 0 };
  return {
    rows: [],
    columns: [],
    changes: result.affectedRows,
    isInTransaction: (result.serverStatus & inTransaction) !== 0,
  };
}

/** Converts a parameter for the driver. */
function bound(value: unknown): string | number | boolean | Date | Buffer | null {
  if (value === undefined || value === null) return null;
  if (value instanceof Uint8Array) return Buffer.from(value);
  if (typeof value === "bigint") return String(value);
  // The driver sends other values as JSON; a text is a valid JSON value.
  return value as string | number | boolean | Date;
}

// The busy connection can't send a cancellation: another one, outside the pool, sends it.
async function cancelStatement({ threadId }: MysqlConnection, options: MariadbOptions): Promise<void> {
  let messenger: MysqlConnection | undefined;
  try {
    messenger = await inRootContext(() => connectMariadb(options));
    await messenger.query(`kill query ${Number(threadId)}`);
  } catch {
    // Without a cancellation the query runs to its end, and its result is discarded.
  } finally {
    messenger?.destroy();
  }
}

/** A dedicated connection to MariaDB, opened by the first use and reopened after it broke. */
class MariadbDedicatedConnection implements DedicatedConnection {
  readonly canListen = false;
  readonly #options: MariadbOptions;
  readonly #mutex = new Semaphore();
  #connection: MysqlConnection | undefined;
  #isClosed = false;

  constructor(options: MariadbOptions) {
    this.#options = options;
  }

  async execute(text: string, parameters: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    const unlock = await this.#mutex.acquire();
    try {
      if (this.#isClosed) throw closedStore(this.#options.name);
      this.#connection ??= await inRootContext(() => this.#connect());
      const statement = { text, parameters, writes: true, bigints: false };
      return rowObjects(await runStatement(this.#connection, statement, { options: this.#options }));
    } catch (error) {
      if (isMariadbConnectionLost(error)) this.#drop();
      throw error;
    } finally {
      unlock();
    }
  }

  listen(): void {
    throw new TypeError("Cannot listen to MariaDB as it sends no notifications: look for changes from time to time");
  }

  unlisten(): void {}

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    const unlock = await this.#mutex.acquire();
    await this.#connection?.end().catch(() => this.#drop());
    this.#connection = undefined;
    unlock();
  }

  async #connect(): Promise<MysqlConnection> {
    const connection = await connectMariadb(this.#options);
    // Without a listener an error of an idle connection would end the process.
    connection.on("error", () => this.#drop());
    return connection;
  }

  #drop(): void {
    this.#connection?.destroy();
    this.#connection = undefined;
  }
}
