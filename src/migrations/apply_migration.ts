import type { Kysely } from "../../deps.ts";
import { type Database, StoreUnavailableError } from "../data/mod.ts";
import { loadMigrator } from "./deps.ts";
import { type Migration, shownPath } from "./migration_file.ts";
import type { MigrationProgress } from "./migration_progress.ts";
import { MigrationError } from "./migration_error.ts";
import { lockTable, type MigrationRecord, recordTable } from "./migration_record.ts";
import type { DatabaseKind, FileStatement } from "./split_statements.ts";

/** What a migration is applied to. */
export interface ApplyContext {
  readonly database: Database;
  readonly kind: DatabaseKind;
  readonly record: MigrationRecord;
  /** PostgreSQL: the schema that the record is in. */
  readonly schema: string | undefined;
  /** How far a migration came, where statements can't be rolled back. */
  readonly progress: MigrationProgress | undefined;
  /** Names of the migrations that were applied before. */
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
    // It would order by names alone, so it gets to know what was applied, and the one that is next.
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
    // The caller's transaction is there already.
    disableTransactions: true,
  });
  const { error } = await migrator.migrateUp();
  if (error !== undefined) throw failureOf(migration, error, context);
  await record.setChecksum(migration.name, migration.checksum);
  await context.progress?.remove(migration.name);
}

/**
 * Answers the migrator's question which tables there are: the record's own. It would read the catalogue of all schemas,
 * which takes long, and fails when one of them is dropped meanwhile.
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
      // The builder keeps its parts in private fields, which a proxy has none of.
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
  await (context.progress === undefined ? makeAtOnce : makeStepByStep)(migration, kysely, context);
  if (!isChecked) return;
  const dangling = [...await danglingReferences(context.database)].filter((each) => !before.has(each));
  if (dangling.length > 0) {
    throw new MigrationError(
      `every reference must lead to a row: ${dangling.length} of them lead to none, such as ${dangling[0]}`,
    );
  }
}

async function makeAtOnce(migration: Migration, kysely: AnyKysely, { database }: ApplyContext): Promise<void> {
  // The tables of a migration are those of its time, which no type of today describes.
  await migration.up?.(kysely as never);
  for (const statement of migration.statements ?? []) await runStatement(database, statement);
}

/** Records each step: what runs when the process is killed is known afterwards. */
async function makeStepByStep(migration: Migration, kysely: AnyKysely, context: ApplyContext): Promise<void> {
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

/** PostgreSQL says at which character of the statement it stopped. */
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
 * Says that a migration was made, and its transaction could not be committed.
 *
 * @param migration the migration
 * @param cause why
 * @param kind of the database
 */
export function commitFailure(migration: Migration, cause: unknown, kind: DatabaseKind): MigrationError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  // A server that is gone may have committed before.
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
