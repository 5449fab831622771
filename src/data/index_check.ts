import type { Logger } from "../kernel/mod.ts";
import { QueryIndexes, type UnservedQuery } from "./catalogue/query_indexes.ts";
import type { SchemaDrift } from "./catalogue/schema_drift.ts";
import type { Database } from "./database.ts";
import { SchemaDriftError } from "./schema_drift_error.ts";
import { StoreDatabase } from "./store/store_database.ts";

/** Number of rows from which an index is worth a notice: fewer are read in about a millisecond. */
const fewestRows = 1_000;

/** Tells at start-up which queries no index serves. */
export class IndexCheck {
  readonly #mode: "warn" | "fail";
  readonly #logger: Logger;

  /**
   * @param mode whether a query without an index fails the start
   * @param logger receives the findings
   */
  constructor(mode: "warn" | "fail", logger: Logger) {
    this.#mode = mode;
    this.#logger = logger.forCategory("espalier.data.schema");
  }

  /**
   * Compares the queries that repositories expect with the indexes that there are.
   *
   * @param database the open database
   * @throws SchemaDriftError when one is missing, and that fails the start
   */
  async check(database: Database): Promise<void> {
    if (database.name === "memory:" || !(database instanceof StoreDatabase)) return;
    if (this.#mode === "fail") {
      const missing = await this.#compare(database);
      if (missing.length > 0) throw new SchemaDriftError(database.name, missing);
      return;
    }
    try {
      for (const { message, ...fields } of await this.#compare(database)) this.#logger.warn(message, fields);
    } catch (error) {
      this.#logger.warn(`Cannot compare the indexes of database "${database.name}" with the queries`, { error });
    }
  }

  async #compare(database: StoreDatabase): Promise<SchemaDrift[]> {
    const stores = database.expecting;
    if (stores.length === 0) return [];
    const { kind, schema } = database.sql;
    const writer = await schema();
    const indexes = new QueryIndexes(kind, writer);
    await database.learnTables(...stores.map(({ model }) => model.type));
    const queries = stores.flatMap(({ model, expected }) => [...expected.values()].map((query) => ({ model, query })));
    const models = new Set(queries.flatMap(({ model, query }) => indexes.modelsOf(model, query)));
    const catalogue = await database.catalogue(...new Set([...models].map(({ table }) => table)));
    const found = merged(queries.flatMap(({ model, query }) => indexes.unserved(model, query, catalogue)));
    const told: SchemaDrift[] = [];
    for (const unserved of found) {
      const isTold = this.#mode === "fail" ||
        (await database.execute(writer.sizeText(unserved.model.table, fewestRows))).length > 0;
      if (isTold) told.push(driftOf(unserved, indexes.indexText(unserved, catalogue)));
    }
    return told;
  }
}

/** One index serves all queries whose index would begin as it does. */
function merged(found: readonly UnservedQuery[]): UnservedQuery[] {
  const keyOf = ({ model, keys }: UnservedQuery) => `${model.table}(${keys.map(({ text }) => `${text},`).join("")}`;
  const longestFirst = found.toSorted((a, b) => b.keys.length - a.keys.length);
  const kept = new Map<string, UnservedQuery>();
  for (const each of longestFirst) {
    const [key = keyOf(each), same = each] = [...kept].find(([other]) => other.startsWith(keyOf(each))) ?? [];
    kept.set(key, same === each ? each : { ...same, origins: [...new Set([...same.origins, ...each.origins])] });
  }
  return [...kept.values()];
}

function driftOf(unserved: UnservedQuery, statement: string): SchemaDrift {
  const { model: { name: entity, table }, paths, keys } = unserved;
  return {
    entity,
    property: paths.join(", "),
    table,
    column: keys[0]!.column,
    message: `${reasonOf(unserved)}: ${statement}`,
  };
}

function reasonOf({ model: { table }, keys, origins, begun }: UnservedQuery): string {
  const first = `begins with column "${keys[0]!.column}"`;
  if (begun === undefined) {
    return `Cannot run ${
      origins.join(", ")
    } without reading all rows of table "${table}" as it must have an index that ` +
      first;
  }
  return `Cannot run ${
    origins.join(", ")
  } in the order of an index of table "${table}" as the one that ${first} must ` +
    `continue with column "${keys[begun]!.column}"`;
}
