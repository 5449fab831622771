import type { Health, HealthContributor } from "../kernel/mod.ts";
import type { Database } from "./database.ts";

/** `UP` while the database responds. */
export class DatabaseHealth implements HealthContributor {
  readonly name = "db";
  readonly #database: Database;

  /** @param database the database to check */
  constructor(database: Database) {
    this.#database = database;
  }

  async health(signal: AbortSignal): Promise<Health> {
    await this.#database.open();
    // A store in memory is always available, and a query would wait for the running transaction.
    if (!this.#database.isInMemory) await this.#database.execute("select 1", [], signal);
    return { status: "UP", details: { database: this.#database.name } };
  }
}
