import type { AnyTables, SqlExpression } from "./sql_expression.ts";
import type { ExpressionBuilder, Kysely, Sql } from "../../../../deps.ts";
import type { SqlDialect } from "./sql_dialect.ts";

/** What statements are built with. */
export interface SqlTools {
  /** Starts statements. */
  readonly kysely: Kysely<AnyTables>;
  /** Builds what Kysely has no function for. */
  readonly sql: Sql;
  /** Builds conditions. */
  readonly conditions: ExpressionBuilder<AnyTables, never>;
  /** The differences between the databases. */
  readonly dialect: SqlDialect;
  /** A column of the table that has an alias. */
  column(alias: string, column: string): SqlExpression;
}
