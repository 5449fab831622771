import { fileName, identityOf, type MigrationSource, shownPath } from "./migration_file.ts";
import { MigrationError } from "./migration_error.ts";
import type { DatabaseKind } from "./split_statements.ts";

/** A folder with migrations: `migrations/` in the folder of an application module, or in the root. */
export interface MigrationFolder {
  /** Identifier of the application module; `""` for the root. */
  readonly module: string;
  /** The folder, ending in a slash. */
  readonly url: URL;
}

/**
 * Lists the files of migration folders in the order in which they run: folder by folder, in each by number.
 *
 * @param folders in the order of their modules; missing folders are ignored
 * @param kind of the database; files for other databases are excluded
 * @throws MigrationError when a file has an invalid name, or two have the same number
 */
export async function findMigrations(
  folders: readonly MigrationFolder[],
  kind: DatabaseKind,
): Promise<MigrationSource[]> {
  const found = await Promise.all(folders.map((folder) => listFolder(folder, kind)));
  return found.flat();
}

async function listFolder({ module, url }: MigrationFolder, kind: DatabaseKind): Promise<MigrationSource[]> {
  const sources: MigrationSource[] = [];
  for (const file of await filesIn(url)) {
    const [matched, , , database = kind] = fileName.exec(file) ?? [];
    if (matched === undefined) {
      throw new MigrationError(
        `Cannot use file "${file}" of "${
          shownPath(url)
        }" as a migration must be named by a number and words, such as ` +
          '"0002_add_isbn.sql", "0002_add_isbn.postgres.sql" or "0002_add_isbn.ts"',
      );
    }
    if (database === kind) sources.push({ module, file, url: new URL(encodeURIComponent(file), url) });
  }
  const numbered = sources.map((source) => ({ source, number: identityOf(source).number }))
    .sort((a, b) => a.number < b.number ? -1 : a.number > b.number ? 1 : 0);
  for (const [i, { source, number }] of numbered.entries()) {
    if (numbered[i + 1]?.number !== number) continue;
    throw new MigrationError(
      `Cannot order the migrations of "${
        shownPath(url)
      }" as each must have a number of its own: "${source.file}" and ` +
        `"${numbered[i + 1]!.source.file}" have the same. Rename the one that was applied nowhere yet`,
    );
  }
  return numbered.map(({ source }) => source);
}

/** The SQL and TypeScript files of a folder, without hidden files, tests and declaration files. */
async function filesIn(url: URL): Promise<string[]> {
  const files: string[] = [];
  try {
    for await (const { name, isFile } of Deno.readDir(url)) {
      if (isFile && /\.(sql|ts)$/.test(name) && !/^[._]|[._]test\.ts$|\.d\.ts$/.test(name)) files.push(name);
    }
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    if (!(error instanceof Deno.errors.NotCapable)) throw error;
    throw new Deno.errors.NotCapable(
      `Cannot read the migrations as --allow-read is needed for "${shownPath(url)}": ${error.message}`,
    );
  }
  return files.sort();
}
