import { identityOf, type Migration } from "./migration_file.ts";
import { MigrationError } from "./migration_error.ts";
import type { AppliedMigration } from "./migration_record.ts";

/** The status of a migration. */
export interface MigrationStatus {
  /** The name of the migration. */
  readonly name: string;
  /**
   * `"pending"` is not applied yet; `"edited"` was edited after it was applied; `"missing"` was applied but its file is
   * missing; `"newer"` was applied by a newer version of the application; `"too late"` is pending but has a lower
   * number than an applied one; `"interrupted"` was running when its process ended, on a database that can't roll it
   * back.
   */
  readonly state: "applied" | "pending" | "edited" | "missing" | "newer" | "too late" | "interrupted";
  /** When it was applied. */
  readonly appliedAt?: Date;
  /** The statement that was running when it was interrupted. */
  readonly statement?: string;
}

/**
 * Compares the files with the record.
 *
 * @param migrations the files, in order
 * @param applied the record
 * @param interrupted the statements that were running when migrations were interrupted
 * @returns the status of the files in order, then of migrations without a file
 */
export function compareRecord(
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, AppliedMigration>,
  interrupted: ReadonlyMap<string, string> = new Map(),
): MigrationStatus[] {
  const last = new Map<string, bigint>();
  for (const { module, number, name } of migrations) if (applied.has(name)) last.set(module, number);
  const files = migrations.map(({ name, module, number, checksum }): MigrationStatus => {
    const record = applied.get(name);
    const statement = interrupted.get(name);
    if (record === undefined && statement !== undefined) return { name, state: "interrupted", statement };
    if (record === undefined) return { name, state: number < (last.get(module) ?? -1n) ? "too late" : "pending" };
    const isEdited = record.checksum !== undefined && record.checksum !== checksum;
    return { name, state: isEdited ? "edited" : "applied", appliedAt: record.appliedAt };
  });
  const known = new Set(migrations.map(({ name }) => name));
  const greatest = new Map(migrations.map(({ module, number }) => [module, number]));
  const others = [...applied.values()].filter(({ name }) => !known.has(name)).sort((a, b) => a.name < b.name ? -1 : 1)
    .map(({ name, appliedAt }): MigrationStatus => ({
      name,
      state: isNewer(name, greatest) ? "newer" : "missing",
      appliedAt,
    }));
  return [...files, ...others];
}

/** Whether a newer version applied a migration: an older version that is started again lacks its file or module. */
function isNewer(name: string, greatest: ReadonlyMap<string, bigint>): boolean {
  const slash = name.lastIndexOf("/");
  const module = name.slice(0, Math.max(0, slash));
  const file = `${name.slice(slash + 1)}.sql`;
  if (!/^\d/.test(file)) return false;
  const known = greatest.get(module);
  return known === undefined || identityOf({ module, file }).number > known;
}

/**
 * Requires that files and record are consistent.
 *
 * @throws MigrationError naming each inconsistent migration and its remedy
 */
export function requireConsistent(status: readonly MigrationStatus[]): void {
  const named = (state: MigrationStatus["state"]) =>
    status.filter((each) => each.state === state).map(({ name }) => `"${name}"`).join(", ");
  const [edited, missing, late] = [named("edited"), named("missing"), named("too late")];
  const interrupted = status.find(({ state }) => state === "interrupted");
  const problems = [
    ...(interrupted === undefined ? [] : [
      `"${interrupted.name}" must be complete: it was interrupted, and this statement may have run: ` +
      `${interrupted.statement}. Complete it by hand and record it with the command baseline, or undo what it did and ` +
      "let it begin anew with the command repair",
    ]),
    ...(edited === "" ? [] : [
      `${edited} must be as applied: the file was edited since. Undo the edit and write a further migration, or accept ` +
      "the file as it is with the command repair",
    ]),
    ...(missing === "" ? [] : [
      `${missing} must have a file: it was removed, renamed or given another number since it was applied. Restore the ` +
      "file, or forget the migration with the command repair",
    ]),
    ...(late === "" ? [] : [
      `${late} must come behind the last one of its module that was applied: give the file a greater number`,
    ]),
  ];
  if (problems.length > 0) throw new MigrationError(`Cannot migrate as migration ${problems.join("; migration ")}`);
}
