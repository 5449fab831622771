import { type Catalogue, type CatalogueTable, type Database, openDatabase, type WantedTable } from "../../data/mod.ts";
import type { MigrationAccess, TableTexts } from "../../data/migration_access.ts";
import { MigrationError } from "../migration_error.ts";

/** Thrown to roll a transaction back. */
class Discarded extends Error {}

/**
 * Reads the catalogue of the described tables: the database creates them temporarily, so that types, defaults and
 * conditions are in its own notation.
 *
 * @param database the database
 * @param access the access to its connections
 * @param wanted the tables, referenced ones first
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
      // Foreign keys are added when all tables exist, as references may form cycles.
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

/** The tables by their described names. */
function renamed(wanted: readonly WantedTable[], catalogue: Catalogue): Catalogue {
  return new Map(wanted.map((table) => [table.name, catalogue.get(withLocalNames(table).name)!]));
}

async function inMemory(create: (target: Database) => Promise<Catalogue>): Promise<Catalogue> {
  await using memory = await openDatabase("sqlite::memory:");
  return await create(memory);
}

/** Creates the tables in a schema, and rolls it back. */
async function inSchema(
  database: Database,
  access: MigrationAccess,
  create: (target: Database) => Promise<Catalogue>,
): Promise<Catalogue> {
  let found: Catalogue | undefined;
  const schema = `espalier_diff_${crypto.randomUUID().slice(0, 8)}`;
  await access.run("migration", async () => {
    await database.execute(`create schema ${schema}`);
    // The application's types and functions stay on the search path after the new schema.
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

/** Creates the tables in a scratch database, and drops it: MariaDB can't roll back DDL statements. */
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
  // Columns with a described type use the collation of the database.
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

/** Removes schemas from names, as the tables are created in a single schema. */
function withLocalNames(table: WantedTable): WantedTable {
  const local = (name: string) => name.replaceAll(".", "__");
  return {
    ...table,
    name: local(table.name),
    foreignKeys: table.foreignKeys.map((key) => ({ ...key, table: local(key.table) })),
  };
}
