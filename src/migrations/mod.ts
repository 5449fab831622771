/**
 * Migrations of databases: SQL and TypeScript files in the `migrations` folder of the application and of each module, run
 * once each, in order, under a lock. `diff` writes them from the entities.
 *
 * As a command: `deno run --allow-read --allow-net jsr:@espalier/espalier/migrate --help`. As a feature that runs what is
 * pending at the start:
 *
 * ```ts
 * import { createContainer, data } from "@espalier/espalier";
 * import { migrations } from "@espalier/espalier/migrate";
 *
 * export const container = createContainer(data({ url: "sqlite:bookstore.db" }), migrations());
 * ```
 *
 * - {@linkcode Migrations} runs, rehearses and compares them by code; {@linkcode migrationFolders} finds their folders.
 * - {@linkcode writeDiff} makes the files that bring a database to what the entities describe.
 * - {@linkcode MigrationError} names file, line and cause.
 *
 * Read on: `docs/migrations.md` and `docs/existing-database.md` in the repository.
 *
 * @module
 */

export { migrations, type MigrationsOptions } from "./feature.ts";
export { type MigrationStatus } from "./compare_record.ts";
export { writeDiff, type WriteDiffOptions, type WrittenMigration } from "./diff/write_diff.ts";
export type { DiffOptions } from "./diff/diff_tables.ts";
export type { MigrationFolder } from "./find_migrations.ts";
export { migrationFolders } from "./migration_folders.ts";
export { MigrationError } from "./migration_error.ts";
export { Migrations, type RehearsedMigration, type RunOptions } from "./migrations.ts";
export { type CommandOutput, migrateCommand } from "./command/migrate_command.ts";

import { migrateCommand } from "./command/migrate_command.ts";

if (import.meta.main) Deno.exit(await migrateCommand(Deno.args));
