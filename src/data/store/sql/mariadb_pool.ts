import { loadMysql, type MysqlConnection } from "../../../../deps.ts";
import { inRootContext } from "../../../context/mod.ts";
import type { ConnectionCounts } from "../../../kernel/mod.ts";
import { closedStore } from "../../store_unavailable_error.ts";
import { Semaphore } from "../semaphore.ts";
import { connectionOptions, type MariadbOptions, sessionStatements } from "./mariadb_client_options.ts";
import { PoolExhaustedError, translatedMariadbError } from "./mariadb_errors.ts";

/** Maximum idle time of a connection, in milliseconds. */
const idleMs = 10_000;

/** A connection that is in use. Further calls of `release` have no effect. */
export interface PooledConnection {
  readonly connection: MysqlConnection;
  /** Returns the connection to the pool, or closes it. */
  release(isBroken: boolean): void;
}

interface IdleConnection {
  readonly connection: MysqlConnection;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** A pool of connections to a database. Unlike the driver's pool, waiting for a connection can be aborted. */
export class MariadbPool {
  readonly #options: MariadbOptions;
  readonly #permits: Semaphore;
  readonly #idle: IdleConnection[] = [];
  readonly #open = new Set<MysqlConnection>();
  #isClosed = false;

  /** @param options the address of the database, and its limits */
  constructor(options: MariadbOptions) {
    this.#options = options;
    this.#permits = new Semaphore(options.maxConnections);
  }

  /**
   * Acquires a connection.
   *
   * @param signal ends the wait
   * @throws StoreUnavailableError when none becomes free in time, or none can be opened
   */
  async acquire(signal?: AbortSignal): Promise<PooledConnection> {
    if (this.#isClosed) throw closedStore(this.#options.name);
    const unlock = await this.#enter(signal);
    try {
      const connection = this.#takeIdle() ?? await this.#connectFor(unlock, signal);
      if (this.#isClosed) {
        this.#discard(connection);
        throw closedStore(this.#options.name);
      }
      return { connection, release: (isBroken) => this.#release(connection, { isBroken, unlock }) };
    } catch (error) {
      if (!signal?.aborted) unlock();
      throw error;
    }
  }

  /** Counts the current connections. */
  counts(): ConnectionCounts {
    const idle = this.#idle.length;
    const max = this.#options.maxConnections;
    return { active: this.#open.size - idle, idle, waiting: this.#permits.waiting, max };
  }

  /** Closes all connections; those in use are closed when they are released. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const idle = this.#idle.splice(0);
    for (const { timer } of idle) clearTimeout(timer);
    await Promise.all(idle.map(async ({ connection }) => {
      this.#open.delete(connection);
      await connection.end().catch(() => connection.destroy());
    }));
  }

  async #enter(signal: AbortSignal | undefined): Promise<() => void> {
    signal?.throwIfAborted();
    const waiting = new AbortController();
    const giveUp = () => waiting.abort(signal?.reason);
    const timer = setTimeout(
      () => waiting.abort(translatedMariadbError(new PoolExhaustedError("no connection came free"), this.#options)),
      this.#options.connectTimeoutMs,
    );
    signal?.addEventListener("abort", giveUp, { once: true });
    try {
      return await this.#permits.acquire(waiting.signal);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
    }
  }

  #takeIdle(): MysqlConnection | undefined {
    const found = this.#idle.pop();
    if (found !== undefined) clearTimeout(found.timer);
    return found?.connection;
  }

  /** Opens a connection. If the caller aborts, the connection stays in the pool. */
  async #connectFor(unlock: () => void, signal: AbortSignal | undefined): Promise<MysqlConnection> {
    // Leave the async context of the request, as the connection with its timers and listeners outlives it.
    const connecting = inRootContext(() => this.#connect());
    if (signal === undefined) return await connecting;
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const giveUp = () => {
      reject(signal.reason);
      connecting.then((connection) => this.#release(connection, { isBroken: false, unlock }), unlock);
    };
    signal.addEventListener("abort", giveUp, { once: true });
    try {
      return await Promise.race([connecting, aborted]);
    } finally {
      signal.removeEventListener("abort", giveUp);
    }
  }

  async #connect(): Promise<MysqlConnection> {
    const connection = await connectMariadb(this.#options);
    this.#open.add(connection);
    // Remove an idle connection that breaks. Without a listener its error would end the process.
    connection.on("error", () => this.#forget(connection));
    connection.on("end", () => this.#forget(connection));
    return connection;
  }

  #release(connection: MysqlConnection, { isBroken, unlock }: { isBroken: boolean; unlock: () => void }): void {
    if (isBroken || this.#isClosed || !this.#open.has(connection)) this.#discard(connection);
    else {
      const timer = setTimeout(() => {
        this.#forget(connection);
        connection.end().catch(() => connection.destroy());
      }, idleMs);
      Deno.unrefTimer(Number(timer));
      this.#idle.push({ connection, timer });
    }
    unlock();
  }

  #discard(connection: MysqlConnection): void {
    this.#open.delete(connection);
    // Close the socket at once: an unresponsive server would never confirm the end of the session.
    connection.destroy();
  }

  #forget(connection: MysqlConnection): void {
    this.#open.delete(connection);
    const index = this.#idle.findIndex((idle) => idle.connection === connection);
    if (index >= 0) clearTimeout(this.#idle.splice(index, 1)[0]!.timer);
  }
}

/** The minimum version of the server: snapshots must detect concurrent changes. */
const neededVersion = [10, 11, 8] as const;

/**
 * Opens a connection, and sets its session variables.
 *
 * @param options the address of the database, and its limits
 * @throws StoreUnavailableError when it can't be reached
 * @throws TypeError when the server is not MariaDB, or too old
 */
export async function connectMariadb(options: MariadbOptions): Promise<MysqlConnection> {
  let connection: MysqlConnection | undefined;
  try {
    const { createConnection } = await loadMysql();
    connection = await createConnection(connectionOptions(options));
    requireMariadb(await versionOf(connection), options.name);
    for (const statement of sessionStatements(options)) await connection.query(statement);
    return connection;
  } catch (error) {
    connection?.destroy();
    throw translatedMariadbError(error, options);
  }
}

async function versionOf(connection: MysqlConnection): Promise<string> {
  // The driver's types lack rows as arrays.
  const [rows] = await connection.query("select version()") as unknown as [string[][]];
  return rows[0]![0]!;
}

function requireMariadb(version: string, name: string): void {
  const parts = version.split(/[.-]/, 3).map(Number);
  const difference = neededVersion.map((needed, i) => (parts[i] ?? 0) - needed).find((part) => part !== 0) ?? 0;
  if (/mariadb/i.test(version) && difference >= 0) return;
  const advice = /mariadb/i.test(version)
    ? "update the server"
    : "MySQL and servers that are like it are not supported, as they return no rows of changes and have no collation " +
      'of exact texts. Use MariaDB, PostgreSQL ("postgres://…") or SQLite ("sqlite:…")';
  throw new TypeError(
    `Cannot use database "${name}" as its server must be MariaDB ${
      neededVersion.join(".")
    } or later: current version ` +
      `is "${version}"; ${advice}`,
  );
}
