import type { Database } from "../data/mod.ts";
import { MigrationError } from "./migration_error.ts";
import type { FileStatement } from "./split_statements.ts";

const table = "espalier_migration_progress";

/** The progress of an incomplete migration. */
interface Progress {
  readonly name: string;
  /** Number of statements that completed. */
  readonly done: number;
  /** SHA-256 of these statements. */
  readonly checksum: string;
  /** The statement that was running when the process ended; null after a failed statement. */
  readonly running: string | null;
}

/**
 * Records the progress of migrations on databases that can't roll back DDL statements, so that a migration whose
 * process was killed is detected, and a failed one continues at the failed statement.
 */
export class MigrationProgress {
  readonly #database: Database;

  /** @param database MariaDB */
  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the migrations that were interrupted, with the statement that was running. */
  async interrupted(): Promise<ReadonlyMap<string, string>> {
    const found = await this.#read();
    return new Map(found.flatMap(({ name, running }) => running === null ? [] : [[name, running]]));
  }

  /** Creates the table of the progress record. */
  async create(): Promise<void> {
    await this.#database.execute(
      `create table if not exists ${table} (name varchar(255) not null primary key, done int not null, ` +
        "checksum varchar(64) not null, running text)",
    );
  }

  /**
   * Returns the index of the statement to begin with: the first, or the one that failed before.
   *
   * @throws MigrationError when statements that ran were edited since
   */
  async start(name: string, statements: readonly FileStatement[]): Promise<number> {
    const known = (await this.#read()).find((each) => each.name === name);
    if (known === undefined) return 0;
    if (await checksumOf(statements.slice(0, known.done)) === known.checksum) return known.done;
    throw new MigrationError(
      `its first ${known.done} statements must be as they were: they ran, and the next one failed. Undo the edit`,
    );
  }

  /** Records the start of a statement. */
  async running(name: string, done: readonly FileStatement[], text: string): Promise<void> {
    await this.#save(name, done, text);
  }

  /** Records that the statement after the completed ones has failed. */
  async failed(name: string, done: readonly FileStatement[]): Promise<void> {
    if (done.length === 0) await this.remove(name);
    else await this.#save(name, done, null);
  }

  /** Deletes the progress of a migration. */
  async remove(name: string): Promise<void> {
    await this.#database.execute(`delete from ${table} where name = ?`, [name]);
  }

  async #save(name: string, done: readonly FileStatement[], running: string | null): Promise<void> {
    await this.#database.execute(
      `replace into ${table} (name, done, checksum, running) values (?, ?, ?, ?)`,
      [name, done.length, await checksumOf(done), running?.slice(0, 1_000) ?? null],
    );
  }

  async #read(): Promise<Progress[]> {
    const [exists] = await this.#database.execute(
      "select 1 as found from information_schema.tables where table_schema = database() and table_name = ?",
      [table],
    );
    if (exists === undefined) return [];
    const rows = await this.#database.execute(`select name, done, checksum, running from ${table}`);
    return rows.map(({ name, done, checksum, running }) => ({
      name: String(name),
      done: Number(done),
      checksum: String(checksum),
      running: running === null ? null : String(running),
    }));
  }
}

async function checksumOf(statements: readonly FileStatement[]): Promise<string> {
  const text = statements.map((statement) => statement.text).join(";\n");
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
}
