import type { DatabaseSync, StatementSync } from "node:sqlite";

/** Number of rows from which looking whether anything has changed takes less time than counting again. */
const manyRows = 20_000;

/** The total that a statement has counted, and the version of the database that it was counted in. */
interface KeptCount {
  readonly count: number;
  /** Absent where nothing was looked up, as there were few rows. */
  readonly version: unknown;
}

/**
 * Keeps the totals of large tables for a connection that changes nothing. SQLite counts row by row, which takes longer
 * than reading the page beside it. It tells a connection with `pragma data_version` whether another one has committed
 * anything since: any commit, of this process or another one, makes it count again, so no total is ever out of date.
 */
export class KeptCounts {
  readonly #database: DatabaseSync;
  #version: StatementSync | undefined;
  // What is counted goes with the prepared statement.
  readonly #kept = new WeakMap<object, KeptCount>();

  /** @param database changed by others alone */
  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /**
   * Returns a total.
   *
   * @param statement stands for the statement that counts
   * @param count runs it
   */
  count(statement: object, count: () => number): number {
    const kept = this.#kept.get(statement);
    // The version comes first: what is committed between the two is counted, and counted once more.
    const version = kept === undefined || kept.count < manyRows ? undefined : this.#readVersion();
    if (kept !== undefined && version !== undefined && kept.version === version) return kept.count;
    const fresh = { count: count(), version };
    this.#kept.set(statement, fresh);
    return fresh.count;
  }

  #readVersion(): unknown {
    this.#version ??= this.#database.prepare("pragma data_version");
    return this.#version.get()?.data_version;
  }
}
