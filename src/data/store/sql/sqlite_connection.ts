import type { DatabaseSync, StatementSync } from "node:sqlite";
import { ConcurrencyFailureError } from "../../concurrency_failure_error.ts";
import { DataIntegrityError, type IntegrityRule } from "../../data_integrity_error.ts";
import { canonicalJson } from "../../mapping/canonical_json.ts";
import { isLike } from "../like_pattern.ts";
import { matchesExpression } from "../regular_expression.ts";
import { missingTable } from "./missing_table.ts";
import type { SqlResult } from "./sql_connections.ts";
import type { SqlStatement } from "./sql_statement.ts";

/** Most prepared statements that a connection keeps. */
const maxPrepared = 200;

/** The functions that may fail. */
const failingFunctions = /\bespalier_(matches|json)\(/;

/** One connection to an SQLite database: runs statements, keeps prepared ones, and knows the functions they need. */
export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, PreparedStatement>();
  /** What a function failed with that the running statement calls. */
  #failure: unknown;

  /** @param database an open database that nobody else uses */
  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec("pragma case_sensitive_like = on");
    // SQLite keeps 2 MB of pages, which one count of 100,000 rows pushes out; 16 MB make room for the pages around it.
    database.exec("pragma cache_size = -16000");
    const deterministic = { deterministic: true };
    database.function("espalier_fold", deterministic, (text) => typeof text === "string" ? text.toLowerCase() : text);
    database.function("espalier_like", deterministic, (pattern, text) => {
      return typeof text === "string" ? Number(isLike(text, String(pattern))) : null;
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
      throw translated(error);
    }
  }

  /**
   * Runs a statement.
   *
   * @param statement text, parameters, and whether integers are read as bigints
   * @throws DataIntegrityError when a rule of the database refuses a change
   * @throws ConcurrencyFailureError when another process holds the file for too long
   * @throws UnreadableExpressionError when a regular expression can't be read
   */
  run(statement: SqlStatement): SqlResult {
    this.#failure = undefined;
    try {
      const mayFailLate = statement.writes && failingFunctions.test(statement.text);
      return mayFailLate ? this.#wholly(() => this.#run(statement)) : this.#run(statement);
    } catch (error) {
      throw translated(error);
    }
  }

  #run({ text, parameters, bigints }: SqlStatement): SqlResult {
    const { statement, columns } = this.#prepare(text);
    statement.setReadBigInts(bigints);
    // What the dialect encodes is what SQLite can bind.
    const result = resultOf(statement, columns, parameters as (string | number | bigint | null | Uint8Array)[]);
    if (this.#failure !== undefined) throw this.#failure;
    return result;
  }

  // A statement whose function failed has ended all the same: what it changed is taken back.
  #wholly<R>(work: () => R): R {
    this.#database.exec("savepoint espalier_statement");
    try {
      return work();
    } catch (error) {
      this.#database.exec("rollback to espalier_statement");
      throw error;
    } finally {
      this.#database.exec("release espalier_statement");
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

  /** Gives the prepared statements and the database back. */
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
    // Deno's own types of node:sqlite don't know the method yet; those of @types/node do.
    const statement = this.#database.prepare(text) as StatementSync & { setReturnArrays(enabled: boolean): void };
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
  if (/^database (table )?is locked/.test(error.message)) {
    return new ConcurrencyFailureError(error.message, { cause: error });
  }
  const rule = constraints.find(([pattern]) => pattern.test(error.message))?.[1];
  if (rule === undefined) return error;
  return new DataIntegrityError(rule, `Cannot change data as the database refuses it: ${error.message}`, {
    cause: error,
  });
}
