import type { Health, HealthContributor } from "../kernel/mod.ts";
import type { Database } from "./database.ts";

/** `UP` while the database answers. */
export class DatabaseHealth implements HealthContributor {
  readonly name = "db";
  readonly #database: Database;

  /** @param database the one that is asked */
  constructor(database: Database) {
    this.#database = database;
  }

  async health(signal: AbortSignal): Promise<Health> {
    await this.#database.open();
    // A store in memory is there as long as the process is; asked for it, the query would wait for a transaction.
    if (!this.#database.isInMemory) await this.#database.execute("select 1", [], signal);
    return { status: "UP", details: { database: this.#database.name } };
  }
}
