import { type Dialect, type DialectAdapter, type Kysely, loadKysely, type Sql } from "../../../../deps.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import { AggregateWriter } from "./aggregate_writer.ts";
import { ChangeWriter } from "./change_writer.ts";
import type { SqlDatabaseKind } from "./database_kinds.ts";
import { mariadbDialect } from "./mariadb_dialect.ts";
import { postgresDialect } from "./postgres_dialect.ts";
import { ReadStatements } from "./read_statements.ts";
import { SchemaWriter } from "./schema.ts";
import { SelectWriter } from "./select_writer.ts";
import type { SqlDialect } from "./sql_dialect.ts";
import type { SqlTools } from "./sql_tools.ts";
import type { AnyTables, SqlExpression } from "./sql_expression.ts";
import { sqliteDialect } from "./sqlite_dialect.ts";
import { type RunSql, StoreDriver } from "./store_driver.ts";

/** The statement builders of a store. */
export interface SqlBuilders {
  readonly tools: SqlTools;
  readonly selects: SelectWriter;
  /** Caches the statements of {@linkcode selects}. */
  readonly reads: ReadStatements;
  readonly aggregates: AggregateWriter;
  readonly changes: ChangeWriter;
  readonly schema: SchemaWriter;
}

/**
 * Loads Kysely, and creates the statement builders.
 *
 * @param kind the database that statements are compiled for
 * @param models the models of the database
 * @param run runs the statements that Kysely executes
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
    dialect: dialects[kind](sql, conditions),
  };
  const selects = new SelectWriter(tools, models);
  return {
    tools,
    selects,
    reads: new ReadStatements(selects, tools.dialect),
    aggregates: new AggregateWriter(tools, models),
    changes: new ChangeWriter(tools, models),
    schema: new SchemaWriter(tools, models),
  };
}

// Cache the fragment of each column: every statement has many columns, and their number is limited.
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

type Library = Awaited<ReturnType<typeof loadKysely>>;

const dialects: Readonly<Record<SqlDatabaseKind, (sql: Sql, conditions: SqlTools["conditions"]) => SqlDialect>> = {
  postgres: (sql) => postgresDialect(sql),
  sqlite: sqliteDialect,
  mariadb: mariadbDialect,
};

/** Kysely's adapter. Introspection reads the tables of the catalogue, not those of the application. */
const kyselyDialects: Readonly<Record<SqlDatabaseKind, (library: Library) => Omit<Dialect, "createDriver">>> = {
  postgres: (library) => ({
    createAdapter: () => withoutMigrationLock(new library.PostgresAdapter()),
    createQueryCompiler: () => new library.PostgresQueryCompiler(),
    createIntrospector: (kysely: Kysely<unknown>) => new library.PostgresIntrospector(kysely),
  }),
  sqlite: (library) => ({
    createAdapter: () => withoutMigrationLock(new library.SqliteAdapter()),
    createQueryCompiler: () => new library.SqliteQueryCompiler(),
    createIntrospector: (kysely: Kysely<unknown>) => new library.SqliteIntrospector(kysely),
  }),
  mariadb: (library) => ({
    createAdapter: () => withoutMigrationLock(returning(new library.MysqlAdapter())),
    createQueryCompiler: () => new library.MysqlQueryCompiler(),
    createIntrospector: (kysely: Kysely<unknown>) => new library.MysqlIntrospector(kysely),
  }),
};

/** MariaDB supports `returning`, unlike MySQL. */
function returning<A extends DialectAdapter>(adapter: A): A {
  return Object.defineProperty(adapter, "supportsReturning", { value: true });
}

function kyselyDialect(library: Library, kind: SqlDatabaseKind, run: RunSql): Dialect {
  return { createDriver: () => new StoreDriver(run), ...kyselyDialects[kind](library) };
}

/**
 * Disables Kysely's migration lock: it may lock and unlock on different connections of a pool, and can't unlock within
 * a failed transaction. Migrations have their own lock.
 */
function withoutMigrationLock<A extends DialectAdapter>(adapter: A): A {
  const none = () => Promise.resolve();
  return Object.assign(adapter, { acquireMigrationLock: none, releaseMigrationLock: none });
}
