import { type Catalogue, type CatalogueTable, type Database, openDatabase, type WantedTable } from "../../data/mod.ts";
import type { MigrationAccess, TableTexts } from "../../data/migration_access.ts";
import { MigrationError } from "../migration_error.ts";

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
  if (access.kind === "mariadb") return renamed(wanted, await inScratchDatabase(database, { texts, tables: local }));
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
  return renamed(wanted, catalogue);
}

/** The tables by the names that descriptions have for them. */
function renamed(wanted: readonly WantedTable[], catalogue: Catalogue): Catalogue {
  return new Map(wanted.map((table) => [table.name, catalogue.get(withLocalNames(table).name)!]));
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

/** Makes the tables in a database that is dropped: MariaDB rolls no tables back. */
async function inScratchDatabase(
  database: Database,
  { texts, tables }: { readonly texts: TableTexts; readonly tables: readonly WantedTable[] },
): Promise<Catalogue> {
  const scratch = `espalier_diff_${crypto.randomUUID().slice(0, 8)}`;
  const place = (name: string) => `${scratch}.${name}`;
  await createScratch(database, scratch);
  try {
    for (const table of tables) {
      await database.execute(texts.tableText({ ...table, name: place(table.name), foreignKeys: [] }));
      for (const index of table.indexes) await database.execute(texts.indexText(place(table.name), index));
    }
    for (const { name, foreignKeys } of tables) {
      for (const key of foreignKeys) {
        await database.execute(texts.foreignKeyText(place(name), { ...key, table: place(key.table) }));
      }
    }
    const found = await database.catalogue(...tables.map(({ name }) => place(name)));
    return new Map(tables.map(({ name }) => [name, withinScratch(found.get(place(name))!, place(""))]));
  } finally {
    await database.execute(`drop database ${scratch}`);
  }
}

async function createScratch(database: Database, scratch: string): Promise<void> {
  const [row] = await database.execute(
    "select @@character_set_database as charset, @@collation_database as collation",
  );
  // Types that descriptions state have the collation of the database.
  const text = `create database ${scratch} character set ${row!.charset} collate ${row!.collation}`;
  await database.execute(text).catch((cause) => {
    throw new MigrationError(
      `Cannot compare tables as the user must be allowed to create databases: "diff" makes the described tables in one ` +
        `of its own and drops it (grant all on \`espalier\\_diff\\_%\`.* to the user). ${cause.message}`,
      { cause },
    );
  });
}

function withinScratch(table: CatalogueTable, prefix: string): CatalogueTable {
  const local = (name: string) => name.startsWith(prefix) ? name.slice(prefix.length) : name;
  return { ...table, foreignKeys: table.foreignKeys.map((key) => ({ ...key, table: local(key.table) })) };
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
