import type { Class } from "@espalier/espalier";
import { type Database, type DatabaseOptions, openDatabase } from "@espalier/espalier/data";
import { Author, Book, Shelf } from "./bookshelf.ts";

/** The PostgreSQL server that tests use where there is one. */
export const postgresUrl = "postgres://postgres@127.0.0.1:5432/test";

/** Whether the PostgreSQL server answers. */
export const hasPostgres: boolean = await Deno.connect({ hostname: "127.0.0.1", port: 5432 })
  .then((connection) => (connection.close(), true), () => false);

/** The MariaDB server that tests use where there is one, with the database `test`. */
export const mariadbUrl = "mysql://root@127.0.0.1:3306/test";

/** Whether the MariaDB server answers. */
export const hasMariadb: boolean = await Deno.connect({ hostname: "127.0.0.1", port: 3306 })
  .then((connection) => (connection.close(), true), () => false);

/** A kind of store, and how a fresh one is opened. */
export interface StoreKind {
  readonly name: string;
  readonly ignore: boolean;
  open(options?: DatabaseOptions): Promise<Database>;
}

/** Opens a schema of its own in PostgreSQL, which is dropped when the database is closed. */
export async function openPostgresSchema(options: DatabaseOptions = {}): Promise<Database> {
  const schema = `espalier_data_${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const database = await openDatabase(postgresUrl, { maxConnections: 4, ...options, schema });
  await database.execute(`create schema ${schema}`);
  const close = database.close.bind(database);
  database.close = async () => {
    await database.execute(`drop schema ${schema} cascade`);
    await close();
  };
  return database;
}

/** Opens a database of its own in MariaDB, which is dropped when it is closed. */
export async function openMariadbDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const name = `espalier_data_${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
  await using administration = await openDatabase(mariadbUrl, { maxConnections: 1 });
  await administration.execute(`create database ${name}`);
  const database = await openDatabase(mariadbUrl, { maxConnections: 4, ...options, schema: name });
  const close = database.close.bind(database);
  database.close = async () => {
    await database.execute(`drop database ${name}`);
    await close();
  };
  return database;
}

/** Every kind of store: all of them pass the same tests. */
export const stores: readonly StoreKind[] = [
  { name: "memory", ignore: false, open: () => openDatabase("memory:") },
  { name: "sqlite", ignore: false, open: (options) => openDatabase("sqlite::memory:", options) },
  { name: "postgres", ignore: !hasPostgres, open: openPostgresSchema },
  { name: "mariadb", ignore: !hasMariadb, open: openMariadbDatabase },
];

/** Registers a test for every kind of store, with the tables of the bookshelf. */
export function onEveryStore(name: string, test: (database: Database, store: StoreKind) => Promise<void>): void {
  onEveryStoreWith([Author, Book, Shelf], name, test);
}

/** Registers a test for every kind of store, with tables of its own. */
export function onEveryStoreWith(
  types: readonly Class[],
  name: string,
  test: (database: Database, store: StoreKind) => Promise<void>,
): void {
  for (const store of stores) {
    Deno.test({
      name: `${name} [${store.name}]`,
      ignore: store.ignore,
      fn: async () => {
        await using database = await store.open();
        await database.createTables(...types);
        await test(database, store);
      },
    });
  }
}
