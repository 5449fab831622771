import type { Database } from "../../../data/mod.ts";

/** Writes statements with `?` for a database that may number its placeholders. */
export class PublicationSql {
  readonly #database: Database;
  /** Whether the database is PostgreSQL. */
  readonly isPostgres: boolean;

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
  run(text: string, parameters: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    let position = 0;
    const written = this.isPostgres ? text.replace(/\?/g, () => `$${++position}`) : text;
    return this.#database.execute(written, parameters);
  }
}

/** A list of placeholders: `(?, ?)`. */
export function placeholders(values: readonly unknown[]): string {
  return `(${values.map(() => "?").join(", ")})`;
}
