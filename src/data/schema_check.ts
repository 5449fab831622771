import type { Class, Logger } from "../kernel/mod.ts";
import { type SchemaDrift, schemaDrift } from "./catalogue/schema_drift.ts";
import type { WantedTable } from "./catalogue/wanted_table.ts";
import type { Database } from "./database.ts";
import { SchemaDriftError } from "./schema_drift_error.ts";
import { StoreDatabase } from "./store/store_database.ts";

/** Reports differences between tables and entities at startup. */
export class SchemaCheck {
  readonly #mode: "warn" | "fail";
  readonly #logger: Logger;
  readonly #compared = new Set<string>();

  /**
   * @param mode whether a difference fails the start
   * @param logger receives the differences
   */
  constructor(mode: "warn" | "fail", logger: Logger) {
    this.#mode = mode;
    this.#logger = logger.forCategory("espalier.data.schema");
  }

  /**
   * Compares the tables of entities, unless that was done before.
   *
   * @param database the open database
   * @param types entity classes; those that they refer to are added
   * @throws SchemaDriftError when they differ, and that fails the start
   */
  async check(database: Database, types: readonly Class[]): Promise<void> {
    const drift = await this.#driftOf(database, types);
    if (drift.length === 0) return;
    if (this.#mode === "fail") throw new SchemaDriftError(database.name, drift);
    for (const { message, ...fields } of drift) this.#logger.warn(message, fields);
  }

  /** Compares the tables of all entities that the application has a repository of by now. */
  async checkKnown(database: Database): Promise<void> {
    if (database instanceof StoreDatabase) await this.check(database, database.types);
  }

  /**
   * Explains why tables could not be made, for example an index on a column that is not there.
   *
   * @param error by which it was met
   * @returns an error that names the differences; the given error if there are none
   */
  async explain(database: Database, types: readonly Class[], error: unknown): Promise<unknown> {
    // Return the original error, which is more useful than a failure of the explanation.
    const found = await this.#compare(database, types).catch(() => []);
    // Missing tables are created, so they are not reported.
    const drift = found.filter(({ column }) => column !== undefined);
    return drift.length === 0 ? error : new SchemaDriftError(database.name, drift, { cause: error });
  }

  async #driftOf(database: Database, types: readonly Class[]): Promise<readonly SchemaDrift[]> {
    if (this.#mode === "fail") return await this.#compare(database, types);
    try {
      return await this.#compare(database, types);
    } catch (error) {
      this.#logger.warn(`Cannot compare the tables of database "${database.name}" with the entities`, { error });
      return [];
    }
  }

  async #compare(database: Database, types: readonly Class[]): Promise<SchemaDrift[]> {
    // Without SQL there are no tables, and databases of others keep theirs as they like.
    if (types.length === 0 || database.name === "memory:" || !(database instanceof StoreDatabase)) return [];
    const { kind, schema } = database.sql;
    const wanted = (await database.wantedTables(...types)).filter((table) => !this.#compared.has(keyOf(table)));
    if (wanted.length === 0) return [];
    const catalogue = await database.catalogue(...new Set(wanted.map(({ name }) => name)));
    for (const table of wanted) this.#compared.add(keyOf(table));
    return schemaDrift(wanted, catalogue, { kind, schema: await schema() });
  }
}

/** Several classes may have one table, and several one name. */
function keyOf({ entity, name, columns }: WantedTable): string {
  return JSON.stringify([entity, name, ...columns.map((column) => column.name)]);
}
