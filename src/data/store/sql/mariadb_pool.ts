import { loadMysql, type MysqlConnection } from "../../../../deps.ts";
import { inRootContext } from "../../../context/mod.ts";
import type { ConnectionCounts } from "../../../kernel/mod.ts";
import { closedStore } from "../../store_unavailable_error.ts";
import { Gate } from "../gate.ts";
import { connectionOptions, type MariadbOptions, sessionStatements } from "./mariadb_client_options.ts";
import { PoolExhaustedError, translatedMariadbError } from "./mariadb_errors.ts";

/** How long a connection stays open without being used, in milliseconds. */
const idleMs = 10_000;

/** A connection that is in use; returning it more than once does no harm. */
export interface PooledConnection {
  readonly connection: MysqlConnection;
  /** Returns the connection, or closes it. */
  release(isBroken: boolean): void;
}

interface IdleConnection {
  readonly connection: MysqlConnection;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Connections to one database, opened when they are needed. The driver's own pool lets nobody give up waiting. */
export class MariadbPool {
  readonly #options: MariadbOptions;
  readonly #places: Gate;
  readonly #idle: IdleConnection[] = [];
  readonly #open = new Set<MysqlConnection>();
  #isClosed = false;

  /** @param options where the database is */
  constructor(options: MariadbOptions) {
    this.#options = options;
    this.#places = new Gate(options.maxConnections);
  }

  /**
   * Takes a connection.
   *
   * @param signal ends the wait
   * @throws StoreUnavailableError when none comes free in time, or none can be opened
   */
  async acquire(signal?: AbortSignal): Promise<PooledConnection> {
    if (this.#isClosed) throw closedStore(this.#options.name);
    const leave = await this.#enter(signal);
    try {
      const connection = this.#takeIdle() ?? await this.#connectFor(leave, signal);
      if (this.#isClosed) {
        this.#discard(connection);
        throw closedStore(this.#options.name);
      }
      return { connection, release: (isBroken) => this.#release(connection, { isBroken, leave }) };
    } catch (error) {
      if (!signal?.aborted) leave();
      throw error;
    }
  }

  /** Counts the connections at this moment. */
  counts(): ConnectionCounts {
    const idle = this.#idle.length;
    const max = this.#options.maxConnections;
    return { active: this.#open.size - idle, idle, waiting: this.#places.waiting, max };
  }

  /** Closes all connections; those in use are closed when they come back. */
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
      return await this.#places.enter(waiting.signal);
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

  /** Opens a connection. A caller that gives up does not wait for it: it then stays for the next one. */
  async #connectFor(leave: () => void, signal: AbortSignal | undefined): Promise<MysqlConnection> {
    // The connection outlives the request that opens it, and so do its timers and listeners.
    const connecting = inRootContext(() => this.#connect());
    if (signal === undefined) return await connecting;
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const giveUp = () => {
      reject(signal.reason);
      connecting.then((connection) => this.#release(connection, { isBroken: false, leave }), leave);
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
    // An idle connection that breaks leaves the pool; without a listener its error would end the process.
    connection.on("error", () => this.#forget(connection));
    connection.on("end", () => this.#forget(connection));
    return connection;
  }

  #release(connection: MysqlConnection, { isBroken, leave }: { isBroken: boolean; leave: () => void }): void {
    if (isBroken || this.#isClosed || !this.#open.has(connection)) this.#discard(connection);
    else {
      const timer = setTimeout(() => {
        this.#forget(connection);
        connection.end().catch(() => connection.destroy());
      }, idleMs);
      Deno.unrefTimer(Number(timer));
      this.#idle.push({ connection, timer });
    }
    leave();
  }

  #discard(connection: MysqlConnection): void {
    this.#open.delete(connection);
    // At once: a server that is silent would never answer a farewell.
    connection.destroy();
  }

  #forget(connection: MysqlConnection): void {
    this.#open.delete(connection);
    const index = this.#idle.findIndex((idle) => idle.connection === connection);
    if (index >= 0) clearTimeout(this.#idle.splice(index, 1)[0]!.timer);
  }
}

/** Earliest version whose behaviour is relied on: snapshots that notice the changes of others. */
const neededVersion = [10, 11, 8] as const;

/**
 * Opens a connection, and sets what statements rely on.
 *
 * @param options where the database is
 * @throws StoreUnavailableError when it can't be reached
 * @throws TypeError when the server is another one, or too old
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
  // Rows are lists, which the driver's types do not say.
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
