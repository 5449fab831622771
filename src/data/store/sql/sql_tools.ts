import type { Expression, ExpressionBuilder, Kysely, Sql } from "../../../../deps.ts";
import type { SqlDialect } from "./sql_dialect.ts";

/** Tables that are known at run time only: their columns have any name. */
export type AnyTables = Record<string, Record<string, unknown>>;

/** A value in a statement: a column, a parameter or what is computed of them. */
export type SqlExpression = Expression<unknown>;

/** What statements are built with. */
export interface SqlTools {
  /** Starts statements. */
  readonly kysely: Kysely<AnyTables>;
  /** Builds what Kysely has no function for. */
  readonly sql: Sql;
  /** Builds conditions. */
  readonly conditions: ExpressionBuilder<AnyTables, never>;
  /** What differs between the databases. */
  readonly dialect: SqlDialect;
  /** A column of the table that has an alias. */
  column(alias: string, column: string): SqlExpression;
}
