import type { IsolationLevel } from "../../transactions.ts";
import type { BeginOptions } from "../transaction_manager.ts";
import type { IndexedTuples } from "../row_store.ts";

/** The SQL databases. */
export type SqlDatabaseKind = "postgres" | "sqlite" | "mariadb";

/** What differs between databases beside the text of statements. */
export interface KindTraits {
  /** How far transactions are kept apart that ask for nothing. */
  readonly isolation: IsolationLevel;
  /** Comparisons of tuples that an index serves. */
  readonly indexedTuples: IndexedTuples;
  /** How the work runs that creates tables. */
  readonly creation: Pick<BeginOptions, "mode">;
  /** Name of the database, where statements that define tables commit what came before in a transaction. */
  readonly commitsDefinitions?: string;
  /** Whether names that differ by case alone are different. */
  readonly hasExactNames: boolean;
}

/** The traits of each kind. */
export const kindTraits: Readonly<Record<SqlDatabaseKind, KindTraits>> = {
  // No level is below this one.
  postgres: { isolation: "read committed", indexedTuples: "all", creation: {}, hasExactNames: true },
  // An index is entered by tuples of columns, not by tuples of expressions.
  sqlite: { isolation: "serializable", indexedTuples: "columns", creation: {}, hasExactNames: false },
  mariadb: {
    isolation: "read committed",
    indexedTuples: "none",
    creation: { mode: "autocommit" },
    commitsDefinitions: "MariaDB",
    hasExactNames: false,
  },
};
