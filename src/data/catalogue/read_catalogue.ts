import type { SqlDatabaseKind } from "../store/sql/database_kinds.ts";
import type { RunSql } from "../store/sql/store_driver.ts";
import type { Catalogue } from "./catalogue.ts";
import { readMariadbCatalogue } from "./mariadb_catalogue.ts";
import { readPostgresCatalogue } from "./postgres_catalogue.ts";
import { readSqliteCatalogue } from "./sqlite_catalogue.ts";

const readers: Readonly<Record<SqlDatabaseKind, (run: RunSql, tables?: readonly string[]) => Promise<Catalogue>>> = {
  postgres: readPostgresCatalogue,
  sqlite: readSqliteCatalogue,
  mariadb: readMariadbCatalogue,
};

/**
 * Reads the tables of a database from its catalogue.
 *
 * @param kind the kind of database
 * @param run runs a statement, in the current transaction where there is one
 * @param tables names as entities have them, `films` or `shop.films`; all tables of the current schema when left out
 * @returns the tables that exist, by those names
 */
export function readCatalogue(kind: SqlDatabaseKind, run: RunSql, tables?: readonly string[]): Promise<Catalogue> {
  return readers[kind](run, tables);
}
