import type { DatabaseSync, StatementSync } from "node:sqlite";
import { decimalKey } from "../../../kernel/mod.ts";
import { canonicalJson } from "../../canonical_json.ts";
import { LikePatterns } from "../like_pattern.ts";
import { matchesExpression } from "../regular_expression.ts";
import type { SqlResult } from "./sql_connections.ts";
import type { SqlStatement } from "./sql_statement.ts";
import { defineAggregates } from "./sqlite_aggregates.ts";
import { KeptCounts } from "./sqlite_counts.ts";
import { translatedSqliteError } from "./sqlite_errors.ts";

/** Maximum number of prepared statements per connection. */
const maxPrepared = 200;

/** The functions that may fail. */
const failingFunctions = /\bespalier_(matches|like|json)\(/;

/** One connection to an SQLite database: runs statements, keeps prepared ones, and knows the functions they need. */
export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #store: string;
  readonly #prepared = new Map<string, PreparedStatement>();
  #uses = 0;
  readonly #counts: KeptCounts | undefined;
  /** The error of an SQL function in the running statement. */
  #failure: unknown;

  /**
   * @param database an open database that only this connection uses
   * @param store names the database in errors
   * @param changes whether the connection changes anything: one that does not keeps counts as long as nobody else does
   */
  constructor(database: DatabaseSync, store: string, { changes = true }: { readonly changes?: boolean } = {}) {
    this.#database = database;
    this.#store = store;
    if (!changes) this.#counts = new KeptCounts(database);
    this.execute("pragma case_sensitive_like = on");
    // SQLite keeps 2 MB of pages, which one count of 100,000 rows pushes out; 16 MB make room for the pages around it.
    this.execute("pragma cache_size = -16000");
    const deterministic = { deterministic: true };
    database.function("espalier_fold", deterministic, (text) => typeof text === "string" ? text.toLowerCase() : text);
    const exact = { ...deterministic, useBigIntArguments: true };
    database.function("espalier_decimal", exact, (text) => text === null ? null : decimalKey(String(text)));
    const likePatterns = new LikePatterns();
    defineAggregates(database, (work) => void this.#caught(work));
    database.function("espalier_like", deterministic, (pattern, text) => {
      if (typeof text !== "string") return null;
      return this.#caught(() => Number(likePatterns.of(String(pattern)).matches(text)));
    });
    database.function("espalier_json", deterministic, (text) => {
      if (typeof text !== "string") return null;
      return this.#caught(() => canonicalJson(JSON.parse(text)));
    });
    database.function("espalier_matches", deterministic, (expression, ignoreCase, text) => {
      if (typeof text !== "string") return null;
      return this.#caught(() => matchesExpression(text, String(expression), ignoreCase === 1) ? 1 : 0);
    });
  }

  /** Whether a transaction has begun and not ended. */
  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Runs a statement without parameters and results. */
  execute(text: string): void {
    try {
      this.#database.exec(text);
    } catch (error) {
      throw translatedSqliteError(error, this.#store);
    }
  }

  /**
   * Runs a statement.
   *
   * @param statement text, parameters, and whether integers are read as bigints
   * @throws DataIntegrityError when a rule of the database refuses a change
   * @throws LockTimeoutError when another process holds the file; nothing was changed
   * @throws UnreadableExpressionError when a regular expression can't be read
   */
  run(statement: SqlStatement): SqlResult {
    try {
      try {
        return this.#runOnce(statement);
      } catch (error) {
        if (!isUnknownName(error)) throw error;
        // SQLite compares with the tables that it knows while it can't read the file. This fails as long as it can't.
        this.#database.exec("pragma schema_version");
        return this.#runOnce(statement);
      }
    } catch (error) {
      throw translatedSqliteError(error, this.#store);
    }
  }

  #runOnce(statement: SqlStatement): SqlResult {
    this.#failure = undefined;
    const mayFailLate = statement.writes && failingFunctions.test(statement.text);
    return mayFailLate ? this.#wholly(() => this.#run(statement)) : this.#run(statement);
  }

  #run(statement: SqlStatement): SqlResult {
    const prepared = this.#prepare(statement.text);
    if (this.#counts === undefined || statement.isTotal !== true) return this.#runPrepared(prepared, statement);
    const rows = [[this.#counts.count(prepared, () => Number(this.#runPrepared(prepared, statement).rows[0]![0]))]];
    return { rows, columns: prepared.columns, changes: 0 };
  }

  #runPrepared(prepared: PreparedStatement, { parameters, bigints }: SqlStatement): SqlResult {
    const { statement, columns } = prepared;
    if (prepared.bigints !== bigints) statement.setReadBigInts(prepared.bigints = bigints);
    // What the dialect encodes is what SQLite can bind.
    const result = resultOf(statement, columns, parameters as (string | number | bigint | null | Uint8Array)[]);
    if (this.#failure !== undefined) throw this.#failure;
    return result;
  }

  // A statement whose function failed has still completed: roll back its changes.
  #wholly<R>(work: () => R): R {
    this.#database.exec("savepoint espalier_statement");
    try {
      return work();
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec("rollback to espalier_statement");
      throw error;
    } finally {
      // A full disk ends a transaction, and its savepoints with it.
      if (this.#database.isTransaction) this.#database.exec("release espalier_statement");
    }
  }

  // Deno 2.9 hangs when an SQL function throws, so its error is rethrown after the statement.
  #caught<R>(work: () => R): R | null {
    try {
      return work();
    } catch (error) {
      this.#failure ??= error;
      return null;
    }
  }

  /** Closes the prepared statements and the database. */
  close(): void {
    this.#prepared.clear();
    this.#database.close();
  }

  #prepare(text: string): PreparedStatement {
    const known = this.#prepared.get(text) ?? this.#prepareNew(text);
    known.lastUse = ++this.#uses;
    return known;
  }

  #prepareNew(text: string): PreparedStatement {
    // Deno's own types of node:sqlite don't know the method yet; those of @types/node do.
    const statement = this.#database.prepare(text) as StatementSync & { setReturnArrays(enabled: boolean): void };
    statement.setReturnArrays(true);
    const made = { statement, columns: statement.columns().map(({ name }) => name), bigints: false, lastUse: 0 };
    if (this.#prepared.size >= maxPrepared) this.#forgetLeastUsed();
    this.#prepared.set(text, made);
    return made;
  }

  /** Evicts the least recently used statement by a scan, which is cheaper than reordering at each use. */
  #forgetLeastUsed(): void {
    const first = Math.min(...this.#prepared.values().map(({ lastUse }) => lastUse));
    for (const [text, { lastUse }] of this.#prepared) if (lastUse === first) this.#prepared.delete(text);
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

/** Whether a statement names an unknown table or column. */
function isUnknownName(error: unknown): boolean {
  return error instanceof Error && /^no such |^table .* has no column/.test(error.message);
}

interface PreparedStatement {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
  /** Whether it returns whole numbers as bigints. */
  bigints: boolean;
  /** Number of its last use, among all uses of statements. */
  lastUse: number;
}
