import { type Catalogue, type Database, openDatabase, type WantedTable } from "../../data/mod.ts";
import type { MigrationAccess } from "../../data/migration_access.ts";

/** Thrown to leave a transaction without keeping it. */
class Discarded extends Error {}

/**
 * Reads what the catalogue would say about the tables that descriptions ask for: the database itself makes them, so that
 * types, defaults and conditions are written as it writes them.
 *
 * @param database where they would be
 * @param access of the database
 * @param wanted the tables, those that are referred to first
 * @returns the tables by their names
 */
export async function wantedCatalogue(
  database: Database,
  access: MigrationAccess,
  wanted: readonly WantedTable[],
): Promise<Catalogue> {
  const local = wanted.map(withLocalNames);
  const texts = await access.schema();
  const create = async (target: Database): Promise<Catalogue> => {
    for (const table of local) {
      // References within cycles are added when both tables are there.
      await target.execute(texts.tableText(access.kind === "sqlite" ? table : { ...table, foreignKeys: [] }));
      for (const index of table.indexes) await target.execute(texts.indexText(table.name, index));
    }
    if (access.kind === "postgres") {
      for (const table of local) {
        for (const key of table.foreignKeys) await target.execute(texts.foreignKeyText(table.name, key));
      }
    }
    return await target.catalogue(...local.map(({ name }) => name));
  };
  const catalogue = access.kind === "sqlite" ? await inMemory(create) : await inSchema(database, access, create);
  return new Map(wanted.map(({ name }, i) => [name, catalogue.get(local[i]!.name)!]));
}

async function inMemory(create: (target: Database) => Promise<Catalogue>): Promise<Catalogue> {
  await using memory = await openDatabase("sqlite::memory:");
  return await create(memory);
}

/** Makes the tables in a schema that is rolled back. */
async function inSchema(
  database: Database,
  access: MigrationAccess,
  create: (target: Database) => Promise<Catalogue>,
): Promise<Catalogue> {
  let found: Catalogue | undefined;
  const schema = `espalier_diff_${crypto.randomUUID().slice(0, 8)}`;
  await access.run("migration", async () => {
    await database.execute(`create schema ${schema}`);
    // Types and functions of the application are found behind it.
    await database.execute(
      `select set_config('search_path', '${schema}, ' || current_setting('search_path'), true)`,
    );
    found = await create(database);
    throw new Discarded();
  }).catch((error) => {
    if (!(error instanceof Discarded)) throw error;
  });
  return found!;
}

/** Tables of several schemas share the one in which they are compared. */
function withLocalNames(table: WantedTable): WantedTable {
  const local = (name: string) => name.replaceAll(".", "__");
  return {
    ...table,
    name: local(table.name),
    foreignKeys: table.foreignKeys.map((key) => ({ ...key, table: local(key.table) })),
  };
}
