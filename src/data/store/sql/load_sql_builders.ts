import { type Dialect, type DialectAdapter, type Kysely, loadKysely } from "../../../../deps.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import { AggregateWriter } from "./aggregate_writer.ts";
import { ChangeWriter } from "./change_writer.ts";
import { postgresDialect } from "./postgres_dialect.ts";
import { SchemaWriter } from "./schema.ts";
import { SelectWriter } from "./select_writer.ts";
import type { AnyTables, SqlExpression, SqlTools } from "./sql_tools.ts";
import { sqliteDialect } from "./sqlite_dialect.ts";
import { type RunSql, StoreDriver } from "./store_driver.ts";

/** The SQL databases. */
export type SqlDatabaseKind = "postgres" | "sqlite";

/** What builds the statements of a store. */
export interface SqlBuilders {
  readonly tools: SqlTools;
  readonly selects: SelectWriter;
  readonly aggregates: AggregateWriter;
  readonly changes: ChangeWriter;
  readonly schema: SchemaWriter;
}

/**
 * Loads Kysely, and makes what builds statements with it.
 *
 * @param kind which database statements are compiled for
 * @param models the models of the database
 * @param run runs what is executed by Kysely itself
 */
export async function loadSqlBuilders(kind: SqlDatabaseKind, models: EntityModels, run: RunSql): Promise<SqlBuilders> {
  const library = await loadKysely();
  const { sql } = library;
  const conditions = library.expressionBuilder<AnyTables, never>();
  const kysely = new library.Kysely<AnyTables>({ dialect: kyselyDialect(library, kind, run) });
  const tools: SqlTools = {
    kysely,
    sql,
    column: columnExpressions((alias, column) => sql.raw(sql.id(alias, column).compile(kysely).sql)),
    conditions,
    dialect: kind === "postgres" ? postgresDialect(sql) : sqliteDialect(sql, conditions),
  };
  return {
    tools,
    selects: new SelectWriter(tools, models),
    aggregates: new AggregateWriter(tools, models),
    changes: new ChangeWriter(tools, models),
    schema: new SchemaWriter(tools, models),
  };
}

// Every statement names many columns, and there are only so many: each is compiled once.
function columnExpressions(make: SqlTools["column"]): SqlTools["column"] {
  const byAlias = new Map<string, Map<string, SqlExpression>>();
  return (alias, column) => {
    let columns = byAlias.get(alias);
    if (columns === undefined) byAlias.set(alias, columns = new Map());
    let expression = columns.get(column);
    if (expression === undefined) columns.set(column, expression = make(alias, column));
    return expression;
  };
}

function kyselyDialect(library: Awaited<ReturnType<typeof loadKysely>>, kind: SqlDatabaseKind, run: RunSql): Dialect {
  const createDriver = () => new StoreDriver(run);
  // Introspection reads the catalogue's tables, whatever the tables of the application are.
  if (kind === "postgres") {
    return {
      createDriver,
      createAdapter: () => withoutMigrationLock(new library.PostgresAdapter()),
      createQueryCompiler: () => new library.PostgresQueryCompiler(),
      createIntrospector: (kysely: Kysely<unknown>) => new library.PostgresIntrospector(kysely),
    };
  }
  return {
    createDriver,
    createAdapter: () => withoutMigrationLock(new library.SqliteAdapter()),
    createQueryCompiler: () => new library.SqliteQueryCompiler(),
    createIntrospector: (kysely: Kysely<unknown>) => new library.SqliteIntrospector(kysely),
  };
}

/**
 * Kysely locks one connection of a pool and may unlock another, and can't unlock within a transaction that failed.
 * Migrations hold a lock of their own.
 */
function withoutMigrationLock<A extends DialectAdapter>(adapter: A): A {
  const none = () => Promise.resolve();
  return Object.assign(adapter, { acquireMigrationLock: none, releaseMigrationLock: none });
}
