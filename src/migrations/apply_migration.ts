import type { Kysely } from "../../deps.ts";
import { type Database, StoreUnavailableError } from "../data/mod.ts";
import { loadMigrator } from "./deps.ts";
import { type Migration, shownPath } from "./migration_file.ts";
import type { MigrationProgress } from "./migration_progress.ts";
import { MigrationError } from "./migration_error.ts";
import { lockTable, type MigrationRecord, recordTable } from "./migration_record.ts";
import type { DatabaseKind, FileStatement } from "./split_statements.ts";

/** The database state that a migration is applied to. */
export interface ApplyContext {
  readonly database: Database;
  readonly kind: DatabaseKind;
  readonly record: MigrationRecord;
  /** PostgreSQL: the schema of the record. */
  readonly schema: string | undefined;
  /** Records the progress of migrations, for databases that can't roll back DDL statements. */
  readonly progress: MigrationProgress | undefined;
  /** Names of the migrations applied so far. */
  readonly applied: readonly string[];
}

type AnyKysely = Kysely<Record<string, Record<string, unknown>>>;

/**
 * Applies a migration and records it, both by Kysely's migrator; the caller has the lock and, unless the migration runs
 * without one, a transaction.
 *
 * @throws MigrationError when it fails, with the file and the line
 */
export async function applyMigration(migration: Migration, context: ApplyContext): Promise<void> {
  const { database, schema, applied, record } = context;
  const { Migrator } = await loadMigrator();
  const done = () => Promise.resolve();
  const migrator = new Migrator({
    db: withKnownTables(await database.kysely(), schema),
    // Kysely's migrator orders by name only, so it gets just the applied migrations and the next one.
    provider: {
      getMigrations: () =>
        Promise.resolve({
          ...Object.fromEntries(applied.map((name) => [name, { up: done }])),
          [migration.name]: { up: (kysely) => make(migration, kysely as AnyKysely, context) },
        }),
    },
    migrationTableName: recordTable,
    migrationLockTableName: lockTable,
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
    allowUnorderedMigrations: true,
    // The caller has opened a transaction already.
    disableTransactions: true,
  });
  const { error } = await migrator.migrateUp();
  if (error !== undefined) throw failureOf(migration, error, context);
  await record.setChecksum(migration.name, migration.checksum);
  await context.progress?.remove(migration.name);
}

/**
 * Replaces the migrator's introspection by the record's own tables: reading the catalogue of all schemas is slow, and
 * fails when one of them is dropped meanwhile.
 */
function withKnownTables(kysely: AnyKysely, schema: string | undefined): AnyKysely {
  const known = [recordTable, lockTable].map((name) => ({
    name,
    schema,
    isView: false,
    isForeign: false,
    columns: [],
  }));
  const introspection = {
    getSchemas: () => Promise.resolve(schema === undefined ? [] : [{ name: schema }]),
    getTables: () => Promise.resolve(known),
  };
  return new Proxy(kysely, {
    get: (target, key) => {
      if (key === "introspection") return introspection;
      const value: unknown = Reflect.get(target, key, target);
      // Bind methods to the target: they use private fields, which the proxy does not have.
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/**
 * Runs a migration without recording it.
 *
 * @returns the statements that it ran
 * @throws MigrationError when it fails
 */
export async function rehearseMigration(migration: Migration, context: ApplyContext): Promise<string[]> {
  const statements: string[] = [];
  const kysely = await context.database.kysely<Record<string, Record<string, unknown>>>();
  const recording = kysely.withPlugin({
    transformQuery: ({ node, queryId }) => {
      statements.push(kysely.getExecutor().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  try {
    await make(migration, recording, context);
  } catch (error) {
    throw failureOf(migration, error, context);
  }
  return migration.statements?.map(({ text }) => text) ?? statements;
}

async function make(migration: Migration, kysely: AnyKysely, context: ApplyContext): Promise<void> {
  const isChecked = context.kind === "sqlite" && migration.checksReferencesLate;
  const before = isChecked ? await danglingReferences(context.database) : new Set();
  await (context.progress === undefined ? runAtOnce : runStepByStep)(migration, kysely, context);
  if (!isChecked) return;
  const dangling = [...await danglingReferences(context.database)].filter((each) => !before.has(each));
  if (dangling.length > 0) {
    throw new MigrationError(
      `every reference must lead to a row: ${dangling.length} do not, such as ${dangling[0]}`,
    );
  }
}

async function runAtOnce(migration: Migration, kysely: AnyKysely, { database }: ApplyContext): Promise<void> {
  // A migration uses the tables as they were at its time, which the present types do not describe.
  await migration.up?.(kysely as never);
  for (const statement of migration.statements ?? []) await runStatement(database, statement);
}

/** Records each statement before it runs, so that an interrupted one is known after the process was killed. */
async function runStepByStep(migration: Migration, kysely: AnyKysely, context: ApplyContext): Promise<void> {
  const { name, statements = [] } = migration;
  const progress = context.progress!;
  if (migration.up !== undefined) {
    await progress.running(name, [], "function up()");
    await migration.up(kysely as never);
  }
  for (let i = await progress.start(name, statements); i < statements.length; i++) {
    const [done, statement] = [statements.slice(0, i), statements[i]!];
    await progress.running(name, done, statement.text);
    try {
      await runStatement(context.database, statement);
    } catch (error) {
      await progress.failed(name, done);
      throw error;
    }
  }
}

async function danglingReferences(database: Database): Promise<Set<string>> {
  const rows = await database.execute("pragma foreign_key_check");
  return new Set(rows.map((row) => `row ${row.rowid} of table "${row.table}" to table "${row.parent}"`));
}

class StatementFailure extends Error {
  readonly line: number;

  constructor(line: number, cause: unknown) {
    super("", { cause });
    this.line = line;
  }
}

async function runStatement(database: Database, { text, line }: FileStatement): Promise<void> {
  try {
    await database.execute(text);
  } catch (cause) {
    throw new StatementFailure(line + linesBefore(text, cause), cause);
  }
}

/** Number of lines before the error; PostgreSQL reports its position in the statement. */
function linesBefore(text: string, error: unknown): number {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { position } = each as { readonly position?: unknown };
    if (position === undefined) continue;
    return [...text].slice(0, Number(position) - 1).filter((character) => character === "\n").length;
  }
  return 0;
}

function failureOf(migration: Migration, error: unknown, { progress }: ApplyContext): MigrationError {
  const [cause, line] = error instanceof StatementFailure ? [error.cause, `, line ${error.line}`] : [error, ""];
  const reason = cause instanceof Error ? cause.message : String(cause);
  const isResumed = progress !== undefined && migration.statements !== undefined;
  const kept = migration.transaction
    ? "Nothing of it was kept"
    : isResumed
    ? "What came before this statement was kept, and the next run goes on with it"
    : "It runs without a transaction: what came before this statement was kept, and the next run begins with its first";
  return new MigrationError(
    `Cannot apply migration "${migration.name}" (${shownPath(migration.url)}${line}): ${reason}${
      hint(cause, migration)
    }. ` +
      kept,
    { cause, migration: migration.name },
  );
}

/**
 * Creates the error of a migration whose transaction could not be committed.
 *
 * @param migration the migration
 * @param cause the error of the commit
 * @param kind of the database
 */
export function commitFailure(migration: Migration, cause: unknown, kind: DatabaseKind): MigrationError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  // If the connection was lost, the server may have committed.
  const isUnknown = kind !== "sqlite" && cause instanceof StoreUnavailableError;
  return new MigrationError(
    `Cannot apply migration "${migration.name}" (${shownPath(migration.url)}) as it must be committed: ${reason}. ` +
      (isUnknown ? "The command status says whether it was kept" : "Nothing of it was kept"),
    { cause, migration: migration.name },
  );
}

function hint(cause: unknown, { transaction }: Migration): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (/already exists/.test(message)) return " (a database that is older than its migrations is adopted by baseline)";
  if (
    transaction &&
    /cannot (run|be executed|VACUUM|change into wal)|inside a transaction|within a transaction/i.test(message)
  ) {
    return ' (the comment "-- migrate: no-transaction" runs a file without a transaction)';
  }
  return "";
}
