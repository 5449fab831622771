import { inRootContext } from "../../../context/mod.ts";
import type { Database, DedicatedConnection } from "../../../data/mod.ts";
import { type PublicationDialect, publicationDialectOf } from "./publication_dialect.ts";

type Rows = Record<string, unknown>[];

/** Maximum number of rows per statement: every database accepts this many parameters, and row locks stay short. */
export const changedAtOnce = 1_000;

/**
 * The maximum for SQLite files, which have one lock for all writers of all processes: such a statement holds it for
 * about half a millisecond, as long as a small transaction.
 */
const changedAtOnceInFile = 20;

/** Pause between two such statements, in milliseconds, in which other writers get the lock. */
const fileRestMs = 2;

/** Publications, and the values of the placeholders in a condition on them. */
interface Selection {
  readonly ids: readonly string[];
  readonly values?: readonly unknown[];
}

/** Runs statements with `?` placeholders, also on databases with numbered placeholders. */
export class PublicationSql {
  readonly #database: Database;
  #apart: DedicatedConnection | undefined;
  /** The dialect of the database. */
  readonly dialect: PublicationDialect;
  /** See {@linkcode PublicationDialect.unlessThere}. */
  readonly unlessThere: string;
  /** See {@linkcode PublicationDialect.orCountOn}. */
  readonly orCountOn: string;
  /** See {@linkcode PublicationDialect.now}. */
  readonly now: string;
  /** See {@linkcode PublicationDialect.sequence}. */
  readonly sequence: string;

  /**
   * @param database SQLite, PostgreSQL or MariaDB
   * @throws TypeError when the database is not a supported SQL database
   */
  constructor(database: Database) {
    this.#database = database;
    const dialect = publicationDialectOf(database.name);
    this.dialect = dialect;
    this.now = dialect.now;
    this.sequence = dialect.sequence;
    this.unlessThere = dialect.unlessThere;
    this.orCountOn = dialect.orCountOn;
  }

  /** The dedicated connection outside of the pool. */
  get apart(): DedicatedConnection {
    return this.#apart ??= this.#database.dedicate();
  }

  /** Closes the dedicated connection. */
  async close(): Promise<void> {
    await this.#apart?.[Symbol.asyncDispose]();
  }

  /** Whether the caller runs in a transaction. */
  get isInTransaction(): boolean {
    return this.#database.transactions.current !== undefined;
  }

  /** Runs work in a transaction. */
  inTransaction<T>(work: () => Promise<T>): Promise<T> {
    return this.#database.transactions.run(work);
  }

  /**
   * Runs a statement, in the caller's transaction if there is one.
   *
   * @param text the statement, with `?` placeholders
   * @param parameters the values
   */
  run(text: string, parameters: readonly unknown[] = []): Promise<Rows> {
    if (!this.dialect.returnsUpdates && isReturningUpdate(text)) {
      return this.inTransaction(() => this.#update(text, parameters, "wait"));
    }
    return this.#database.execute(this.#numbered(text), parameters);
  }

  /**
   * Runs a statement on the dedicated connection, outside of any transaction.
   *
   * @param text the statement, with `?` placeholders
   * @param parameters the values
   */
  runApart(text: string, parameters: readonly unknown[] = []): Promise<Rows> {
    return this.#apartFromPool(text, parameters, "wait");
  }

  /**
   * Runs an update with a condition of {@linkcode PublicationDialect.unlocked}, which skips locked rows, on the
   * dedicated connection.
   *
   * @param text the statement, with `?` placeholders
   * @param parameters the values
   */
  runOnUnlocked(text: string, parameters: readonly unknown[]): Promise<Rows> {
    return this.#apartFromPool(text, parameters, "skip");
  }

  #apartFromPool(text: string, parameters: readonly unknown[], locked: WhenLocked): Promise<Rows> {
    if (this.dialect.returnsUpdates || !isReturningUpdate(text)) {
      return this.apart.execute(this.#numbered(text), parameters);
    }
    const update = () => this.#update(text, parameters, locked);
    // Rows are locked one after another, so two updates of the same rows may deadlock: retry.
    return inRootContext(() => this.#database.transactions.run(update, { retry: true }));
  }

  /**
   * Changes or deletes the selected publications that are in an expected state, on the dedicated connection.
   *
   * @param change the statement without its conditions
   * @param condition the expected state
   * @param selection the publications, and the values of the placeholders in the condition
   * @returns the number of changed publications
   */
  async change(change: string, condition: string, selection: Selection): Promise<number> {
    return (await this.changed(change, condition, selection)).length;
  }

  /** Like {@linkcode change}. @returns the ids of the changed publications */
  async changed(change: string, condition: string, { ids, values = [] }: Selection): Promise<string[]> {
    // "case" hides the condition from the indexes. Without statistics SQLite would prefer the status index to the ids,
    // and read the whole backlog while it holds the write lock.
    const isExpected = `case when ${condition} then 1 else 0 end = 1`;
    const changed: string[] = [];
    for await (const some of this.chunksOf(ids)) {
      const rows = await this.runApart(`${change} where ${isExpected} and id in ${placeholders(some)} returning id`, [
        ...values,
        ...some,
      ]);
      changed.push(...rows.map(({ id }) => id as string));
    }
    return changed;
  }

  /** Splits a list into chunks for one statement each, with pauses for other writers between them. */
  async *chunksOf(ids: readonly string[]): AsyncGenerator<readonly string[]> {
    const { name, isInMemory } = this.#database;
    const isFile = name.startsWith("sqlite:") && !isInMemory;
    const length = isFile ? changedAtOnceInFile : changedAtOnce;
    for (let from = 0; from < ids.length; from += length) {
      if (isFile && from > 0) await new Promise((resolve) => void setTimeout(resolve, fileRestMs));
      yield ids.slice(from, from + length);
    }
  }

  /** Emulates `update … returning`: finds and locks the rows, changes them, and reads the returned columns. */
  async #update(text: string, parameters: readonly unknown[], locked: WhenLocked): Promise<Rows> {
    const [, table, changes, condition, returned] = returningUpdate.exec(text) as unknown as string[];
    const inChanges = changes!.split("?").length - 1;
    const found = await this.#database.execute(
      `select id from ${table} where ${condition} for update${locked === "skip" ? " skip locked" : ""}`,
      parameters.slice(inChanges),
    );
    if (found.length === 0) return [];
    const ids = found.map(({ id }) => id);
    const these = `id in ${placeholders(ids)}`;
    await this.#database.execute(`update ${table} set ${changes} where ${these}`, [
      ...parameters.slice(0, inChanges),
      ...ids,
    ]);
    return await this.#database.execute(`select ${returned} from ${table} where ${these}`, ids);
  }

  #numbered(text: string): string {
    let position = 0;
    return this.dialect.numbersPlaceholders ? text.replace(/\?/g, () => `$${++position}`) : text;
  }
}

/** Whether an update waits for rows locked by other transactions, or skips them. */
type WhenLocked = "wait" | "skip";

/** Parts of an update: the first "where" ends the assignments, and "returning" is the last clause. */
const returningUpdate = /^\s*update (\w+) set ([\s\S]*?)\swhere\s([\s\S]*)\sreturning\s([^()]*)$/;

function isReturningUpdate(text: string): boolean {
  return /^\s*update\b/.test(text) && text.includes(" returning ");
}

/** A list of placeholders: `(?, ?)`. */
export function placeholders(values: readonly unknown[]): string {
  return `(${values.map(() => "?").join(", ")})`;
}
