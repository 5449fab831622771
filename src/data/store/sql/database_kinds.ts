import type { IsolationLevel } from "../../transactions.ts";
import type { BeginOptions } from "../transaction_manager.ts";
import type { IndexedTuples } from "../row_store.ts";

/** The SQL databases. */
export type SqlDatabaseKind = "postgres" | "sqlite" | "mariadb";

/** The differences between databases apart from the text of statements. */
export interface KindTraits {
  /** The default isolation level. */
  readonly isolation: IsolationLevel;
  /** The tuple comparisons for which the database uses an index. */
  readonly indexedTuples: IndexedTuples;
  /** The kind of transaction in which tables are created. */
  readonly creation: Pick<BeginOptions, "mode">;
  /** Name of the database if its DDL statements commit the current transaction implicitly. */
  readonly commitsDefinitions?: string;
  /** Whether names are case-sensitive. */
  readonly hasExactNames: boolean;
}

/** The traits of each kind. */
export const kindTraits: Readonly<Record<SqlDatabaseKind, KindTraits>> = {
  // SQLite has no weaker isolation level.
  postgres: { isolation: "read committed", indexedTuples: "all", creation: {}, hasExactNames: true },
  // Indexes support comparisons of tuples of columns, not of expressions.
  sqlite: { isolation: "serializable", indexedTuples: "columns", creation: {}, hasExactNames: false },
  mariadb: {
    isolation: "read committed",
    indexedTuples: "none",
    creation: { mode: "autocommit" },
    commitsDefinitions: "MariaDB",
    hasExactNames: false,
  },
};
