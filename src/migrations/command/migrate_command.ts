import { type Database, openDatabase } from "../../data/mod.ts";
import { type Class, descriptionOf } from "../../kernel/mod.ts";
import { ApplicationModules, type ModuleStructure, moduleStructureFrom, structureOf } from "../../modulith/mod.ts";
import type { MigrationStatus } from "../compare_record.ts";
import { migrationFolders } from "../migration_folders.ts";
import { MigrationError } from "../migration_error.ts";
import { writeDiff } from "../diff/write_diff.ts";
import { shownPath } from "../migration_file.ts";
import { Migrations, type RehearsedMigration } from "../migrations.ts";
import { type CommandLine, readCommandLine, usage } from "./command_line.ts";

/** The output of the command. */
export interface CommandOutput {
  /** Writes a line of the result. */
  log(text: string): void;
  /** Writes a line about a failure. */
  error(text: string): void;
}

/**
 * Runs the command.
 *
 * @param args the command line; `--help` lists the options
 * @param output where it prints, the console by default
 * @returns the exit code: 0 fine, 1 something is pending or failed, 2 wrong use
 *
 * @example
 * ```ts
 * import { migrateCommand } from "@espalier/espalier/migrate";
 *
 * const status = await migrateCommand(["--help"]); // prints how it is used
 * console.log(status); // 0
 * ```
 */
export async function migrateCommand(args: readonly string[], output: CommandOutput = console): Promise<number> {
  let line: CommandLine | undefined;
  try {
    line = readCommandLine(args);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    output.error(error.message);
    return 2;
  }
  if (line === undefined) {
    output.log(usage);
    return 0;
  }
  try {
    return await execute(line, output);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    output.error(error.message);
    return 1;
  }
}

async function execute(line: CommandLine, output: CommandOutput): Promise<number> {
  const structure = await structureFor(line);
  await using database = await openDatabase(line.database, line.schema === undefined ? {} : { schema: line.schema });
  const migrations = new Migrations(database, migrationFolders(line.root, structure));
  const log = (text: string) => line.json ? output.error(text) : output.log(text);
  switch (line.command) {
    case "status":
      return printStatus(await migrations.status(), line, output);
    case "baseline": {
      const recorded = await migrations.baseline(line.argument);
      return print({ recorded }, recorded.map((name) => `Recorded migration "${name}" as applied`), { line, output });
    }
    case "repair": {
      const repaired = await migrations.repair();
      const lines = repaired.map(({ name, state }) =>
        state === "missing"
          ? `Forgot migration "${name}"`
          : state === "interrupted"
          ? `Migration "${name}" begins anew`
          : `Accepted migration "${name}" as it is`
      );
      return print({ repaired }, lines, { line, output });
    }
    case "run": {
      if (line.dryRun) return printRehearsal(await migrations.rehearse({ log }), line, output);
      const applied = await migrations.run({ log });
      return print({ applied }, applied.length === 0 ? ["Nothing is pending"] : [], { line, output });
    }
    case "diff":
      // With pending files, diff would write their changes a second time.
      if (!line.empty) await migrations.requireApplied();
      return await diff(database, structure, { line, output });
  }
}

async function structureFor({ root, structure, detection }: CommandLine): Promise<ModuleStructure> {
  if (structure !== undefined) return moduleStructureFrom(JSON.parse(await Deno.readTextFile(structure)));
  return structureOf(await ApplicationModules.scan(root, { detection }));
}

/** The command line and the output for printing. */
interface Printing {
  readonly line: CommandLine;
  readonly output: CommandOutput;
}

function print(report: object, lines: readonly string[], { line: { json }, output }: Printing): number {
  if (json) output.log(JSON.stringify(report, null, 2));
  else for (const line of lines) output.log(line);
  return 0;
}

function printStatus(status: readonly MigrationStatus[], line: CommandLine, output: CommandOutput): number {
  const width = Math.max(0, ...status.map(({ state }) => state.length));
  const lines = status.map(({ name, state, appliedAt }) =>
    `${state.padEnd(width)}  ${name}${appliedAt === undefined ? "" : `  ${appliedAt.toISOString()}`}`
  );
  print({ migrations: status }, lines.length === 0 ? ["There are no migrations"] : lines, { line, output });
  return status.every(({ state }) => state === "applied" || state === "newer") ? 0 : 1;
}

function printRehearsal(
  rehearsed: readonly RehearsedMigration[],
  line: CommandLine,
  output: CommandOutput,
): number {
  const lines = rehearsed.flatMap(({ name, statements, wasRun }) => [
    `-- ${name}${wasRun ? "" : " (not tried: it runs without a transaction, or comes behind one that does)"}`,
    ...statements.map((text) => `${text};`),
  ]);
  return print({ pending: rehearsed }, lines.length === 0 ? ["Nothing is pending"] : lines, { line, output });
}

async function diff(
  database: Database,
  structure: ModuleStructure,
  { line, output }: Printing,
): Promise<number> {
  const { argument: name = "changes", dryRun, allowDrops, dropTables, renames, fills, empty, suffix } = line;
  const files = await writeDiff(database, migrationFolders(line.root, structure), {
    entities: await entitiesOf(line.entities!),
    ...{ name, structure, suffix, empty, allowDrops, dropTables, renames, fills },
  });
  const written = files.filter(({ isEffective }) => isEffective);
  if (!dryRun) {
    for (const { url, text } of written) {
      await Deno.mkdir(new URL(".", url), { recursive: true });
      await Deno.writeTextFile(url, text, { createNew: true });
    }
  }
  const lines = files.flatMap(({ url, text, isEffective }) => {
    const path = shownPath(url);
    if (!isEffective) return ["-- Not written, as nothing but drops is left, which --allow-drops allows:", text];
    return dryRun ? [`-- ${path}`, text] : [`Wrote ${path}`];
  });
  const report = files.map(({ module, url, text, isEffective }) => ({
    module,
    file: shownPath(url),
    text,
    isEffective,
  }));
  print({ files: report }, lines.length === 0 ? ["Nothing differs"] : lines, { line, output });
  return dryRun && written.length > 0 ? 1 : 0;
}

/** Finds the entities that a module exports: classes that are described with an id, and lists of them. */
async function entitiesOf(module: URL): Promise<Class[]> {
  const exported: Readonly<Record<string, unknown>> = await import(module.href);
  const isEntity = (value: unknown): value is Class =>
    typeof value === "function" && descriptionOf(value as Class)?.entity.id !== undefined;
  const found = [...new Set(Object.values(exported).flat().filter(isEntity))];
  if (found.length > 0) return found;
  throw new MigrationError(
    `Cannot compare the database as "${shownPath(module)}" must export entity classes, or lists of them: ` +
      "classes that describeType describes with an id",
  );
}
