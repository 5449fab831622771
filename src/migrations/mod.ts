/**
 * Migrations of databases: SQL and TypeScript files beside the application modules that own the tables.
 *
 * As a command: `deno run --allow-read --allow-net jsr:@espalier/espalier/migrate --help`.
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
