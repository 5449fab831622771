import { openDatabase } from "@espalier/espalier/data";
import type { DataOptions } from "@espalier/espalier";
import { hasMariadb, hasPostgres, mariadbUrl, postgresUrl } from "../data/stores.ts";

/** A database of a test's own, which several applications may open. */
export interface OwnDatabase extends AsyncDisposable {
  readonly options: DataOptions & { readonly url: string };
}

/** A kind of SQL database, and how a fresh one is made. */
export interface SqlStoreKind {
  readonly name: string;
  readonly ignore: boolean;
  make(): Promise<OwnDatabase>;
}

async function sqliteFile(): Promise<OwnDatabase> {
  const folder = await Deno.makeTempDir({ prefix: "espalier_events_" });
  return {
    options: { url: `sqlite:${folder}/events.db` },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

/** Makes a schema of its own in PostgreSQL. */
export async function postgresSchema(): Promise<OwnDatabase> {
  const schema = `espalier_events_${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const administer = async (statement: string) => {
    await using database = await openDatabase(postgresUrl, { maxConnections: 1 });
    await database.execute(statement);
  };
  await administer(`create schema ${schema}`);
  return {
    options: { url: postgresUrl, schema, maxConnections: 4 },
    [Symbol.asyncDispose]: () => administer(`drop schema ${schema} cascade`),
  };
}

/** Makes a database of its own in MariaDB. */
async function mariadbDatabase(): Promise<OwnDatabase> {
  const name = `espalier_events_${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const administer = async (statement: string) => {
    await using database = await openDatabase(mariadbUrl, { maxConnections: 1 });
    await database.execute(statement);
  };
  await administer(`create database ${name}`);
  return {
    options: { url: mariadbUrl, schema: name, maxConnections: 4 },
    [Symbol.asyncDispose]: () => administer(`drop database ${name}`),
  };
}

/** Every kind of database in which publications can be stored. */
export const sqlStores: readonly SqlStoreKind[] = [
  { name: "sqlite", ignore: false, make: sqliteFile },
  { name: "postgres", ignore: !hasPostgres, make: postgresSchema },
  { name: "mariadb", ignore: !hasMariadb, make: mariadbDatabase },
];

/** Registers a test for every kind of SQL database. */
export function onEverySqlStore(name: string, test: (database: OwnDatabase) => Promise<void>): void {
  for (const { name: kind, ignore, make } of sqlStores) {
    Deno.test({
      name: `${name} [${kind}]`,
      ignore,
      fn: async () => {
        await using database = await make();
        await test(database);
      },
    });
  }
}
