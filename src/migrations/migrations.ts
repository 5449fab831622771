import type { Database } from "../data/mod.ts";
import { type MigrationAccess, migrationAccess, type MigrationMode } from "../data/migration_access.ts";
import { type ApplyContext, applyMigration, commitFailure, rehearseMigration } from "./apply_migration.ts";
import { compareRecord, type MigrationStatus, requireConsistent } from "./compare_record.ts";
import { findMigrations, type MigrationFolder } from "./find_migrations.ts";
import { hasTransactionalDefinitions, type Migration, readMigration } from "./migration_file.ts";
import { MigrationError } from "./migration_error.ts";
import { MigrationLock } from "./migration_lock.ts";
import { MigrationProgress } from "./migration_progress.ts";
import { MigrationRecord } from "./migration_record.ts";

/** Options for running migrations. */
export interface RunOptions {
  /** Cancels the wait for another process, and stops the run before the next migration. */
  readonly signal?: AbortSignal;
  /** Receives a line for each applied migration, and while waiting for another process. */
  readonly log?: (line: string) => void;
}

/** The result of a rehearsal. */
export interface RehearsedMigration {
  /** The name of the migration. */
  readonly name: string;
  /** The statements, if known. */
  readonly statements: readonly string[];
  /** Whether the statements ran, and were rolled back. */
  readonly wasRun: boolean;
}

/**
 * The migrations of an application: SQL and TypeScript files that are applied to its database in order, each once, by
 * one process at a time.
 *
 * @example
 * ```ts
 * import { openDatabase } from "@espalier/espalier/data";
 * import { Migrations } from "@espalier/espalier/migrate";
 *
 * const folder = await Deno.makeTempDir();
 * await Deno.writeTextFile(`${folder}/0001_create_books.sql`, "create table books (id text primary key);");
 *
 * await using database = await openDatabase("sqlite::memory:");
 * const migrations = new Migrations(database, [{ module: "", url: new URL(`file://${folder}/`) }]);
 * console.log(await migrations.run()); // ["0001_create_books"]
 * console.log(await migrations.run()); // []
 * ```
 */
export class Migrations {
  readonly #database: Database;
  readonly #folders: readonly MigrationFolder[];
  readonly #access: MigrationAccess;
  readonly #record: MigrationRecord;
  readonly #progress: MigrationProgress | undefined;
  readonly #lock: MigrationLock;

  /**
   * Creates the migrations.
   *
   * @param database SQLite, PostgreSQL or MariaDB
   * @param folders the folders with the files, in the order in which they run; see `migrationFolders`
   * @throws TypeError when the database is not a SQL database
   */
  constructor(database: Database, folders: readonly MigrationFolder[]) {
    this.#database = database;
    this.#folders = folders;
    this.#access = migrationAccess(database);
    this.#record = new MigrationRecord(database, this.#access.kind);
    this.#progress = hasTransactionalDefinitions(this.#access.kind) ? undefined : new MigrationProgress(database);
    this.#lock = new MigrationLock(database, this.#access);
  }

  /**
   * Compares the files with the applied migrations, without changing anything.
   *
   * @throws MigrationError when a file can't be read
   */
  async status(): Promise<MigrationStatus[]> {
    const migrations = await this.#read();
    const status = await this.#compare(migrations);
    if (!status.some(({ state }) => state === "interrupted")) return status;
    // Another process may be applying a migration, or have just completed it.
    const isRunning = await this.#lock.isHeld();
    return isRunning ? compareRecord(migrations, await this.#record.read()) : await this.#compare(migrations);
  }

  /**
   * Requires that all migrations are applied, without changing anything.
   *
   * @throws MigrationError naming the pending migrations, or those inconsistent with the record
   */
  async requireApplied(): Promise<void> {
    const status = await this.status();
    requireConsistent(status);
    const pending = status.filter(({ state }) => state === "pending").map(({ name }) => `"${name}"`);
    if (pending.length === 0) return;
    throw new MigrationError(
      `Cannot use database "${this.#database.name}" as every migration must be applied: ${pending.join(", ")} ` +
        "must be applied first, with the command migrate",
    );
  }

  /**
   * Applies the pending migrations: each file in a separate transaction together with its record, under a lock that one
   * process holds at a time. If the process is killed, a migration is applied completely or not at all; on MariaDB,
   * which can't roll back DDL statements, it may be applied partly, and the next run reports that.
   *
   * @param options signal and log
   * @returns names of the migrations that this call applied
   * @throws MigrationError when a file is inconsistent with the record, or can't be applied; those before it stay
   *   applied
   */
  async run({ signal, log = () => undefined }: RunOptions = {}): Promise<string[]> {
    const migrations = await this.#read();
    const applied: string[] = [];
    for (;;) {
      signal?.throwIfAborted();
      // Interrupted migrations are only known under the lock: before, another process may be running them.
      const next = nextOf(migrations, compareRecord(migrations, await this.#record.read()));
      if (next === undefined) return applied;
      const start = performance.now();
      if (!await this.#apply(migrations, next, { signal, log })) continue;
      applied.push(next.name);
      log(`Applied migration "${next.name}" in ${Math.round(performance.now() - start)} ms`);
    }
  }

  /**
   * Runs the pending migrations in one transaction and rolls it back, to find out whether they would succeed, and which
   * statements they run. Migrations without a transaction, and those after them, are listed without being run.
   *
   * @param options signal and log
   * @throws MigrationError when one would fail
   */
  async rehearse({ signal, log = () => undefined }: RunOptions = {}): Promise<RehearsedMigration[]> {
    const migrations = await this.#read();
    const pending = pendingOf(migrations, await this.#compare(migrations));
    const limit = pending.findIndex(({ transaction }) => !transaction);
    const tried = limit < 0 ? pending : pending.slice(0, limit);
    const context = await this.#context();
    const rehearsed: RehearsedMigration[] = [];
    const mode = tried.some(({ checksReferencesLate }) => checksReferencesLate) ? "unchecked-references" : "migration";
    if (tried.length > 0) {
      await this.#lock.run(async () => {
        for (const migration of tried) {
          rehearsed.push({
            name: migration.name,
            statements: await rehearseMigration(migration, context),
            wasRun: true,
          });
        }
        throw new Rehearsed();
      }, { mode, signal, log }).catch((error) => {
        if (!(error instanceof Rehearsed)) throw error;
      });
    }
    const others = pending.slice(tried.length).map(({ name, statements = [] }): RehearsedMigration => ({
      name,
      statements: statements.map(({ text }) => text),
      wasRun: false,
    }));
    return [...rehearsed, ...others];
  }

  /**
   * Records pending migrations as applied without running them, to adopt a database whose tables exist already.
   *
   * @param last name of the last migration to record; by default all are
   * @returns names of the migrations that were recorded
   */
  async baseline(last?: string): Promise<string[]> {
    const migrations = await this.#read();
    const end = last === undefined ? migrations.length : migrations.findIndex(({ name }) => name === last) + 1;
    if (end === 0 && last !== undefined) {
      throw new MigrationError(
        `Cannot record migrations up to "${last}" as it must be one of ${
          migrations.map(({ name }) => `"${name}"`).join(", ")
        }`,
      );
    }
    return await this.#change(async (applied) => {
      const recorded = pendingOf(migrations, compareRecord(migrations, applied))
        .filter((migration) => migrations.indexOf(migration) < end);
      for (const { name, checksum } of recorded) {
        await this.#record.add(name, checksum);
        await this.#progress?.remove(name);
      }
      return recorded.map(({ name }) => name);
    });
  }

  /**
   * Accepts files that were edited after they were applied, and deletes migrations without a file from the record. On
   * MariaDB it also lets an interrupted migration start again, after its changes were undone by hand.
   *
   * @returns the changed migrations
   */
  async repair(): Promise<MigrationStatus[]> {
    const migrations = await this.#read();
    return await this.#change(async (applied) => {
      const changed = compareRecord(migrations, applied, await this.#progress?.interrupted())
        .filter(({ state }) => state === "edited" || state === "missing" || state === "interrupted");
      for (const { name, state } of changed) {
        if (state === "interrupted") await this.#progress!.remove(name);
        else if (state === "missing") await this.#record.remove(name);
        else await this.#record.setChecksum(name, migrations.find((each) => each.name === name)!.checksum);
      }
      return changed;
    });
  }

  async #compare(migrations: readonly Migration[]): Promise<MigrationStatus[]> {
    return compareRecord(migrations, await this.#record.read(), await this.#progress?.interrupted());
  }

  async #read(): Promise<Migration[]> {
    const { kind } = this.#access;
    const sources = await findMigrations(this.#folders, kind);
    const migrations: Migration[] = [];
    // Sequential, so that the reported error does not depend on the timing of the disk.
    for (const source of sources) migrations.push(await readMigration(source, kind));
    return migrations;
  }

  /** Applies a migration, unless another process has done so meanwhile. */
  #apply(
    migrations: readonly Migration[],
    next: Migration,
    { signal, log }: { readonly signal: AbortSignal | undefined; readonly log: (line: string) => void },
  ): Promise<boolean> {
    let isMade = false;
    return this.#lock.run(async () => {
      isMade = false;
      const applied = await this.#record.read();
      if (nextOf(migrations, await this.#compare(migrations)) !== next) return false;
      await this.#record.create();
      await this.#progress?.create();
      await applyMigration(next, { ...await this.#context(), applied: [...applied.keys()] });
      isMade = true;
      return true;
    }, { mode: modeOf(next), signal, log }).catch((error) => {
      throw isMade ? commitFailure(next, error, this.#access.kind) : error;
    });
  }

  #change<R>(work: (applied: Awaited<ReturnType<MigrationRecord["read"]>>) => Promise<R>): Promise<R> {
    return this.#lock.run(async () => {
      await this.#record.create();
      await this.#progress?.create();
      return await work(await this.#record.read());
    }, { mode: "migration", log: () => undefined });
  }

  async #context(): Promise<ApplyContext> {
    return {
      database: this.#database,
      kind: this.#access.kind,
      record: this.#record,
      progress: this.#progress,
      schema: await this.#record.schema(),
      applied: [],
    };
  }
}

/** Thrown to roll a transaction back. */
class Rehearsed extends Error {}

function modeOf({ transaction, checksReferencesLate }: Migration): MigrationMode {
  if (!transaction) return "autocommit";
  return checksReferencesLate ? "unchecked-references" : "migration";
}

function pendingOf(migrations: readonly Migration[], status: readonly MigrationStatus[]): Migration[] {
  requireConsistent(status);
  const pending = new Set(status.filter(({ state }) => state === "pending").map(({ name }) => name));
  return migrations.filter(({ name }) => pending.has(name));
}

function nextOf(migrations: readonly Migration[], status: readonly MigrationStatus[]): Migration | undefined {
  return pendingOf(migrations, status)[0];
}
