import { dirname } from "node:path";
import { inRootContext } from "../../../context/mod.ts";
import { LockTimeoutError } from "../../lock_timeout_error.ts";
import { closedStore, StoreUnavailableError } from "../../store_unavailable_error.ts";
import { Semaphore } from "../semaphore.ts";
import type { BeginOptions } from "../transaction_manager.ts";
import type { SqlConnections, SqlResult, SqlSession } from "./sql_connections.ts";
import type { SqlStatement } from "./sql_statement.ts";
import { SqliteConnection } from "./sqlite_connection.ts";
import { SqliteLock } from "./sqlite_lock.ts";
import { SqliteSession } from "./sqlite_session.ts";

/** Options of an SQLite database. */
export interface SqliteOptions {
  /** Maximum time to wait for a lock of another process, in milliseconds. */
  readonly lockTimeoutMs: number;
  /** The `synchronous` mode of SQLite. */
  readonly synchronous: "off" | "normal" | "full" | "extra";
  /** The journal mode of SQLite. */
  readonly journalMode: "wal" | "delete";
}

/**
 * How many pages the journal holds before they are copied to the file. Whoever commits then waits for the disk twice, and
 * the next one once more, so SQLite's own 1,000 would make small changes wait that follow each other quickly.
 */
const checkpointPages = 4_000;

/** Maximum number of concurrent read-only transactions; each has a connection. */
const maxReadOnly = 4;

/**
 * SQLite through `node:sqlite`. One transaction that writes runs at a time. Reads outside of it use a connection of their
 * own and never wait for it; a database in memory has one connection only, so there they wait.
 */
export class SqliteConnections implements SqlConnections {
  readonly name: string;
  readonly isInMemory: boolean;
  readonly maxTransactions = 1;
  readonly folder?: string;
  readonly #file: string;
  readonly #options: SqliteOptions;
  readonly #writing: SqliteLock;
  readonly #reading: SqliteLock;
  readonly #readOnly = new Semaphore(maxReadOnly);
  readonly #idleReadOnly: SqliteConnection[] = [];
  #opening: Promise<OpenDatabase> | undefined;
  /** The opened connections, so that statements need not wait. */
  #opened: OpenDatabase | undefined;
  #isClosed = false;

  /**
   * @param file path of the database file, or `:memory:`
   * @param options waits, journal
   */
  constructor(file: string, options: SqliteOptions) {
    this.#file = file;
    this.#options = options;
    this.#writing = new SqliteLock(options.lockTimeoutMs);
    this.#reading = new SqliteLock(options.lockTimeoutMs);
    this.name = `sqlite:${file}`;
    this.isInMemory = file === ":memory:" || file === "";
    if (!this.isInMemory) this.folder = dirname(file);
  }

  async open(): Promise<void> {
    await this.#open();
  }

  async query(statement: SqlStatement, signal?: AbortSignal): Promise<SqlResult> {
    const { writer, reader } = this.#opened ?? await this.#open();
    const [connection, lock] = !statement.writes && writer !== reader
      ? [reader, this.#reading]
      : [writer, this.#writing];
    return await lock.run(() => this.#openConnection(connection).run(statement), signal);
  }

  async begin({ signal, readOnly = false, mode }: BeginOptions): Promise<SqlSession> {
    const { writer, reader } = await this.#open();
    if (readOnly && writer !== reader) return await this.#beginReadOnly(signal);
    const arrival = performance.now();
    const unlock = await this.#writing.acquire(signal);
    try {
      if (mode !== undefined && mode !== "migration") return await this.#beginMigration(mode, writer, unlock);
      const begin = () => this.#openConnection(writer).execute("begin immediate");
      await this.#writing.repeat(begin, { arrival, signal });
    } catch (error) {
      unlock();
      throw error;
    }
    if (!readOnly) return new SqliteSession({ connection: writer, lock: this.#writing, readOnly, release: unlock });
    writer.execute("pragma query_only = on");
    const release = () => {
      writer.execute("pragma query_only = off");
      unlock();
    };
    return new SqliteSession({ connection: writer, lock: this.#writing, readOnly, release });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const opening = this.#opening;
    this.#opening = undefined;
    this.#opened = undefined;
    for (const connection of this.#idleReadOnly.splice(0)) connection.close();
    if (opening === undefined) return;
    const { writer, reader } = await opening;
    if (reader !== writer) reader.close();
    writer.close();
  }

  async #beginMigration(
    mode: "autocommit" | "unchecked-references",
    connection: SqliteConnection,
    unlock: () => void,
  ): Promise<SqlSession> {
    const parts = { connection, lock: this.#writing, readOnly: false };
    this.#openConnection(connection);
    if (mode === "autocommit") return new SqliteSession({ ...parts, autocommit: true, release: unlock });
    // Both have an effect outside of a transaction only. The second keeps the table that takes the place of another from
    // being renamed in views, triggers and references that name the other.
    const restore = () => {
      connection.execute("pragma legacy_alter_table = off");
      connection.execute("pragma foreign_keys = on");
    };
    connection.execute("pragma foreign_keys = off");
    connection.execute("pragma legacy_alter_table = on");
    try {
      await this.#writing.repeat(() => connection.execute("begin immediate"));
    } catch (error) {
      restore();
      throw error;
    }
    const release = () => {
      restore();
      unlock();
    };
    return new SqliteSession({ ...parts, release });
  }

  /** Begins a transaction that sees one state of the file, beside the one that writes. */
  async #beginReadOnly(signal: AbortSignal | undefined): Promise<SqlSession> {
    const unlock = await this.#readOnly.acquire(signal);
    try {
      const connection = this.#idleReadOnly.pop() ?? await this.#connect();
      connection.execute("pragma query_only = on");
      connection.execute("begin");
      const release = () => {
        if (this.#isClosed) connection.close();
        else this.#idleReadOnly.push(connection);
        unlock();
      };
      return new SqliteSession({ connection, lock: this.#reading, readOnly: true, release });
    } catch (error) {
      unlock();
      throw error;
    }
  }

  /** The database may be closed while a statement waits for its turn. */
  #openConnection(connection: SqliteConnection): SqliteConnection {
    if (this.#isClosed) throw closedStore(this.name);
    return connection;
  }

  #open(): Promise<OpenDatabase> {
    if (this.#isClosed) return Promise.reject(closedStore(this.name));
    this.#opening ??= this.#openDatabase().then((opened) => {
      if (!this.#isClosed) this.#opened = opened;
      return opened;
    }, (error) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #openDatabase(): Promise<OpenDatabase> {
    const { synchronous, journalMode } = this.#options;
    const writer = await this.#connect(
      this.isInMemory ? [] : [
        `pragma journal_mode = ${journalMode}`,
        `pragma synchronous = ${synchronous}`,
        `pragma wal_autocheckpoint = ${checkpointPages}`,
      ],
    );
    return { writer, reader: this.isInMemory ? writer : await this.#connect([], { changes: false }) };
  }

  /** Opens a connection. SQLite may have to wait for the lock even to read the file's head. */
  async #connect(
    pragmas: readonly string[] = [],
    options: { readonly changes?: boolean } = {},
  ): Promise<SqliteConnection> {
    const { DatabaseSync } = await inRootContext(() => import("node:sqlite"));
    const connect = () => {
      if (this.#isClosed) throw closedStore(this.name);
      const database = new DatabaseSync(this.#file, { timeout: 0 });
      try {
        const connection = new SqliteConnection(database, this.name, options);
        for (const pragma of pragmas) connection.execute(pragma);
        return connection;
      } catch (error) {
        database.close();
        throw error;
      }
    };
    try {
      return await this.#reading.repeat(connect);
    } catch (cause) {
      throw this.#unopened(cause);
    }
  }

  #unopened(cause: unknown): StoreUnavailableError {
    if (this.#isClosed && cause instanceof StoreUnavailableError) return cause;
    // The reason alone: it stands in a sentence of its own.
    const error = cause instanceof StoreUnavailableError && cause.cause instanceof Error ? cause.cause : cause;
    return new StoreUnavailableError(this.name, neededFor(this.#file, error), { cause: error });
  }
}

interface OpenDatabase {
  readonly writer: SqliteConnection;
  readonly reader: SqliteConnection;
}

function neededFor(file: string, cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (cause instanceof Deno.errors.NotCapable) {
    return `the process must be allowed to read and write it: run with --allow-read and --allow-write for "${file}" ` +
      `and the folder that it is in (${reason})`;
  }
  if (cause instanceof LockTimeoutError) return `other processes must release "${file}" in time: ${reason}`;
  return `"${file}" must be an SQLite database in a folder that exists and can be written to: ${reason}`;
}
