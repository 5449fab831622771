import { inRootContext } from "../../../context/mod.ts";
import type { Database, DedicatedConnection } from "../../../data/mod.ts";
import { type PublicationDialect, publicationDialectOf } from "./publication_dialect.ts";

type Rows = Record<string, unknown>[];

/** A statement takes so many parameters on every database, and holds so many rows for a moment only. */
export const changedAtOnce = 1_000;

/**
 * The same for a file of SQLite, which has one lock for all writers of all processes: a statement holds it for half a
 * millisecond, which is what a small transaction takes.
 */
const changedAtOnceInFile = 20;

/** How long a file is left to other writers between two such statements, in milliseconds. */
const fileRestMs = 2;

/** Publications, and the values of the placeholders in a condition on them. */
interface Selection {
  readonly ids: readonly string[];
  readonly values?: readonly unknown[];
}

/** Writes statements with `?` for a database that may number its placeholders. */
export class PublicationSql {
  readonly #database: Database;
  #apart: DedicatedConnection | undefined;
  /** What is written otherwise on other databases. */
  readonly dialect: PublicationDialect;
  /** Lets an insertion leave a row of the same id as it is. */
  readonly unlessThere: string;
  /** Lets an insertion count on the beat of an instance. */
  readonly orCountOn: string;
  /** The database's time as a whole number of milliseconds since 1970; one value within a statement. */
  readonly now: string;
  /** Grows with each row that is added. */
  readonly sequence: string;

  /**
   * @param database SQLite, PostgreSQL or MariaDB
   * @throws TypeError when the database knows no SQL
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
    if (!this.dialect.returnsUpdates && isReturningUpdate(text)) {
      return this.inTransaction(() => this.#update(text, parameters, "wait"));
    }
    return this.#database.execute(this.#numbered(text), parameters);
  }

  /**
   * Runs a statement on the connection apart from the pool, outside of any transaction.
   *
   * @param text the statement, with `?` as placeholder
   * @param parameters the values
   */
  runApart(text: string, parameters: readonly unknown[] = []): Promise<Rows> {
    return this.#apartFromPool(text, parameters, "wait");
  }

  /**
   * Runs an update that {@linkcode PublicationDialect.unlocked} lets pass rows which others change at the moment, on the
   * connection apart from the pool.
   *
   * @param text the statement, with `?` as placeholder
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
    // Rows are locked one after another: two that lock the same ones may be a deadlock.
    return inRootContext(() => this.#database.transactions.run(update, { retry: true }));
  }

  /**
   * Changes or deletes those of some publications that are in an expected state, apart from the pool.
   *
   * @param change the statement without its conditions
   * @param condition the expected state
   * @param selection the publications, and the values of the placeholders in the condition
   * @returns how many there were
   */
  async change(change: string, condition: string, selection: Selection): Promise<number> {
    return (await this.changed(change, condition, selection)).length;
  }

  /** Does what {@linkcode change} does. @returns the ids of those that there were */
  async changed(change: string, condition: string, { ids, values = [] }: Selection): Promise<string[]> {
    // Within "case" no index serves the condition. SQLite, which knows nothing of how many rows have a status, would
    // prefer that index to the ids, and read the whole backlog while it holds its lock.
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

  /** Parts of a list that one statement changes; other writers get their turn between them. */
  async *chunksOf(ids: readonly string[]): AsyncGenerator<readonly string[]> {
    const { name, isInMemory } = this.#database;
    const isFile = name.startsWith("sqlite:") && !isInMemory;
    const length = isFile ? changedAtOnceInFile : changedAtOnce;
    for (let from = 0; from < ids.length; from += length) {
      if (isFile && from > 0) await new Promise((resolve) => void setTimeout(resolve, fileRestMs));
      yield ids.slice(from, from + length);
    }
  }

  /** Finds and locks the rows of an update, changes them, and reads what the update returns. */
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

/** What becomes of rows that somebody else has locked. */
type WhenLocked = "wait" | "skip";

/** The first "where" ends what is set, and "returning" stands at the end. */
const returningUpdate = /^\s*update (\w+) set ([\s\S]*?)\swhere\s([\s\S]*)\sreturning\s([^()]*)$/;

function isReturningUpdate(text: string): boolean {
  return /^\s*update\b/.test(text) && text.includes(" returning ");
}

/** A list of placeholders: `(?, ?)`. */
export function placeholders(values: readonly unknown[]): string {
  return `(${values.map(() => "?").join(", ")})`;
}
