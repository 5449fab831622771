import { closedStore, StoreUnavailableError } from "../../store_unavailable_error.ts";
import { Gate } from "../gate.ts";
import type { SqlConnections, SqlResult, SqlSession } from "./sql_connections.ts";
import type { SqlStatement } from "./sql_statement.ts";
import { SqliteConnection } from "./sqlite_connection.ts";

/** How long a statement waits for another process to finish writing, in milliseconds. */
const busyTimeoutMs = 2000;

/**
 * SQLite through `node:sqlite`. One transaction runs at a time. Reads outside of it use a connection of their own and
 * never wait; a database in memory has one connection only, so there they wait.
 */
export class SqliteConnections implements SqlConnections {
  readonly name: string;
  readonly #file: string;
  readonly #gate = new Gate();
  #opening: Promise<OpenDatabase> | undefined;
  #isClosed = false;

  /** @param file path of the database file, or `:memory:` */
  constructor(file: string) {
    this.#file = file;
    this.name = `sqlite:${file}`;
  }

  async open(): Promise<void> {
    await this.#open();
  }

  async query(statement: SqlStatement, signal?: AbortSignal): Promise<SqlResult> {
    const { writer, reader } = await this.#open();
    if (!statement.writes && writer !== reader) return reader.run(statement);
    if (!this.#gate.isTaken) return writer.run(statement);
    const leave = await this.#gate.enter(signal);
    try {
      return writer.run(statement);
    } finally {
      leave();
    }
  }

  async begin(signal?: AbortSignal): Promise<SqlSession> {
    const { writer } = await this.#open();
    const leave = await this.#gate.enter(signal);
    try {
      writer.execute("begin immediate");
    } catch (error) {
      leave();
      throw error;
    }
    return new SqliteSession(writer, leave);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const opening = this.#opening;
    this.#opening = undefined;
    if (opening === undefined) return;
    const { writer, reader } = await opening;
    if (reader !== writer) reader.close();
    writer.close();
  }

  #open(): Promise<OpenDatabase> {
    if (this.#isClosed) return Promise.reject(closedStore(this.name));
    this.#opening ??= openDatabase(this.#file).catch((error) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }
}

class SqliteSession implements SqlSession {
  readonly #writer: SqliteConnection;
  readonly #leave: () => void;
  #isOver = false;

  constructor(writer: SqliteConnection, leave: () => void) {
    this.#writer = writer;
    this.#leave = leave;
  }

  query(statement: SqlStatement): Promise<SqlResult> {
    return new Promise((resolve) => resolve(this.#writer.run(statement)));
  }

  commit(): Promise<void> {
    return this.#end("commit");
  }

  rollback(): Promise<void> {
    return this.#end("rollback");
  }

  // A commit that fails is rolled back before anybody else may begin; the rollback that follows finds nothing to do.
  // deno-lint-ignore require-await -- an error becomes a rejection
  async #end(how: "commit" | "rollback"): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    try {
      this.#writer.execute(how);
    } catch (error) {
      if (this.#writer.isInTransaction) this.#writer.execute("rollback");
      throw error;
    } finally {
      this.#leave();
    }
  }
}

interface OpenDatabase {
  readonly writer: SqliteConnection;
  readonly reader: SqliteConnection;
}

async function openDatabase(file: string): Promise<OpenDatabase> {
  const { DatabaseSync } = await import("node:sqlite");
  try {
    const writer = new SqliteConnection(new DatabaseSync(file, { timeout: busyTimeoutMs }));
    if (isInMemory(file)) return { writer, reader: writer };
    writer.execute("pragma journal_mode = wal");
    writer.execute("pragma synchronous = normal");
    return { writer, reader: new SqliteConnection(new DatabaseSync(file, { timeout: busyTimeoutMs })) };
  } catch (cause) {
    throw new StoreUnavailableError(`sqlite:${file}`, neededFor(file, cause), { cause });
  }
}

function isInMemory(file: string): boolean {
  return file === ":memory:" || file === "";
}

function neededFor(file: string, cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (cause instanceof Deno.errors.NotCapable) {
    return `the process must be allowed to read and write it: run with --allow-read and --allow-write for "${file}" ` +
      `and the folder that it is in (${reason})`;
  }
  return `"${file}" must be an SQLite database in a folder that exists and can be written to: ${reason}`;
}
