import type { DatabaseSync, StatementSync } from "node:sqlite";
import { DataIntegrityError, type IntegrityRule } from "../../data_integrity_error.ts";
import { closedStore, StoreUnavailableError } from "../../store_unavailable_error.ts";
import { Gate } from "../gate.ts";
import { matchesExpression } from "../regular_expression.ts";
import { missingTable } from "./missing_table.ts";
import type { SqlConnections, SqlResult, SqlSession } from "./sql_connections.ts";
import type { SqlStatement } from "./sql_statement.ts";

/** Most prepared statements that a connection keeps. */
const maxPrepared = 200;

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

class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, PreparedStatement>();
  #failure: unknown;

  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec("pragma case_sensitive_like = on");
    // SQLite keeps 2 MB of pages, which one count of 100,000 rows pushes out; 16 MB make room for the pages around it.
    database.exec("pragma cache_size = -16000");
    const deterministic = { deterministic: true };
    database.function("espalier_fold", deterministic, (text) => typeof text === "string" ? text.toLowerCase() : text);
    database.function("espalier_matches", deterministic, (expression, ignoreCase, text) => {
      if (typeof text !== "string") return null;
      return this.#caught(() => matchesExpression(text, String(expression), ignoreCase === 1) ? 1 : 0);
    });
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  execute(text: string): void {
    this.#database.exec(text);
  }

  run({ text, parameters, bigints }: SqlStatement): SqlResult {
    try {
      const { statement, columns } = this.#prepare(text);
      statement.setReadBigInts(bigints);
      // What the dialect encodes is what SQLite can bind.
      const result = resultOf(statement, columns, parameters as (string | number | bigint | null | Uint8Array)[]);
      this.#throwFailure();
      return result;
    } catch (error) {
      throw translated(error);
    }
  }

  // A function that throws hangs the process for ever (Deno 2.9): its error waits until the statement has ended.
  #caught<R>(work: () => R): R | null {
    try {
      return work();
    } catch (error) {
      this.#failure ??= error;
      return null;
    }
  }

  #throwFailure(): void {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure;
  }

  close(): void {
    this.#prepared.clear();
    this.#database.close();
  }

  #prepare(text: string): PreparedStatement {
    const known = this.#prepared.get(text);
    if (known !== undefined) {
      // The most recently used comes last.
      this.#prepared.delete(text);
      this.#prepared.set(text, known);
      return known;
    }
    const statement = this.#database.prepare(text);
    statement.setReturnArrays(true);
    const made = { statement, columns: statement.columns().map(({ name }) => name) };
    if (this.#prepared.size >= maxPrepared) this.#prepared.delete(this.#prepared.keys().next().value!);
    this.#prepared.set(text, made);
    return made;
  }
}

function resultOf(
  statement: StatementSync,
  columns: readonly string[],
  values: readonly (string | number | bigint | null | Uint8Array)[],
): SqlResult {
  if (columns.length === 0) return { rows: [], columns, changes: Number(statement.run(...values).changes) };
  // The statement returns arrays, which its type does not say.
  return { rows: statement.all(...values) as unknown as unknown[][], columns, changes: 0 };
}

interface PreparedStatement {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
}

// Errors of node:sqlite carry no code of their own in Deno, so the message has to tell.
const constraints: readonly (readonly [RegExp, IntegrityRule])[] = [
  [/^UNIQUE constraint failed/, "unique"],
  [/^FOREIGN KEY constraint failed/, "reference"],
  [/^NOT NULL constraint failed/, "not-null"],
  [/^CHECK constraint failed/, "check"],
];

function translated(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.message.startsWith("no such table: ")) return missingTable(error);
  const rule = constraints.find(([pattern]) => pattern.test(error.message))?.[1];
  if (rule === undefined) return error;
  return new DataIntegrityError(rule, `Cannot change data as the database refuses it: ${error.message}`, {
    cause: error,
  });
}
