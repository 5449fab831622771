import type { Database, DedicatedConnection } from "../../../data/mod.ts";

type Rows = Record<string, unknown>[];

/** A statement takes so many parameters on every database, and holds so many rows for a moment only. */
export const changedAtOnce = 1_000;

/** Writes statements with `?` for a database that may number its placeholders. */
export class PublicationSql {
  readonly #database: Database;
  #apart: DedicatedConnection | undefined;
  /** Whether the database is PostgreSQL. */
  readonly isPostgres: boolean;
  /** The database's time as a whole number of milliseconds since 1970; one value within a statement. */
  readonly now: string;
  /** Grows with each row that is added. */
  readonly sequence: string;

  /**
   * @param database SQLite or PostgreSQL
   * @throws TypeError when the database knows no SQL
   */
  constructor(database: Database) {
    this.#database = database;
    this.isPostgres = database.name.startsWith("postgres:");
    if (!this.isPostgres && !database.name.startsWith("sqlite:")) {
      throw new TypeError(
        `Cannot store event publications as the database must be SQLite or PostgreSQL: current value is ` +
          `"${database.name}"`,
      );
    }
    this.now = this.isPostgres
      ? "(extract(epoch from statement_timestamp()) * 1000)::bigint"
      : "cast(unixepoch('subsec') * 1000 as integer)";
    this.sequence = this.isPostgres ? "sequence" : "rowid";
  }

  /** The connection apart from the pool. */
  get apart(): DedicatedConnection {
    return this.#apart ??= this.#database.dedicate();
  }

  /** Closes the connection apart from the pool. */
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
   * Runs a statement, in the caller's transaction where there is one.
   *
   * @param text the statement, with `?` as placeholder
   * @param parameters the values
   */
  run(text: string, parameters: readonly unknown[] = []): Promise<Rows> {
    return this.#database.execute(this.#numbered(text), parameters);
  }

  /**
   * Runs a statement on the connection apart from the pool, outside of any transaction.
   *
   * @param text the statement, with `?` as placeholder
   * @param parameters the values
   */
  runApart(text: string, parameters: readonly unknown[] = []): Promise<Rows> {
    return this.apart.execute(this.#numbered(text), parameters);
  }

  /**
   * Changes or deletes those of some publications that are in an expected state, apart from the pool.
   *
   * @param change the statement with its conditions, to which those on ids are added
   * @param parameters the values of its placeholders
   * @param ids the publications
   * @returns how many there were
   */
  async change(change: string, parameters: readonly unknown[], ids: readonly string[]): Promise<number> {
    return (await this.changed(change, parameters, ids)).length;
  }

  /** Does what {@linkcode change} does. @returns the ids of those that there were */
  async changed(change: string, parameters: readonly unknown[], ids: readonly string[]): Promise<string[]> {
    const changed: string[] = [];
    for (const some of chunksOf(ids)) {
      const rows = await this.runApart(`${change} and id in ${placeholders(some)} returning id`, [
        ...parameters,
        ...some,
      ]);
      changed.push(...rows.map(({ id }) => id as string));
    }
    return changed;
  }

  #numbered(text: string): string {
    let position = 0;
    return this.isPostgres ? text.replace(/\?/g, () => `$${++position}`) : text;
  }
}

/** A list of placeholders: `(?, ?)`. */
export function placeholders(values: readonly unknown[]): string {
  return `(${values.map(() => "?").join(", ")})`;
}

/** Parts of a list that one statement takes. */
export function* chunksOf(ids: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < ids.length; from += changedAtOnce) yield ids.slice(from, from + changedAtOnce);
}
