import type { Database } from "../../data/mod.ts";
import { migrationAccess } from "../../data/migration_access.ts";
import type { ModuleStructure } from "../../modulith/mod.ts";
import { findMigrations, type MigrationFolder } from "../find_migrations.ts";
import { fileName } from "../migration_file.ts";
import { fileText } from "./change.ts";
import { type DiffOptions, diffTables, isEffective, type TableChanges } from "./diff_tables.ts";

/** A migration that diff has written. */
export interface WrittenMigration {
  /** Identifier of the application module; `""` for the root. */
  readonly module: string;
  /** Where the file was written. */
  readonly url: URL;
  /** The text of the file. */
  readonly text: string;
  /** Whether it does anything: drops that are written as comments do nothing. */
  readonly isEffective: boolean;
}

/** How {@linkcode writeDiff} names and divides what it writes. */
export interface WriteDiffOptions extends DiffOptions {
  /** Words of the names of the files, behind the number. */
  readonly name: string;
  /** Whether the names say which database the files are for. */
  readonly suffix?: boolean;
  /** What is known of the modules: a table belongs to the one that declares its entity. */
  readonly structure?: ModuleStructure;
}

/**
 * Writes the migrations that bring a database to what the entities describe: one file for each application module.
 *
 * @param database the database, up to date with the files that are there
 * @param folders of the modules, in their order
 * @param options entities, names, what may be lost
 * @returns the files, which are not written to disk yet
 *
 * @example
 * ```ts
 * import { entity, t } from "@espalier/espalier";
 * import { openDatabase } from "@espalier/espalier/data";
 * import { writeDiff } from "@espalier/espalier/migrate";
 *
 * class Book extends entity({ id: t.id, title: t.string }, { id: "id" }) {}
 *
 * await using database = await openDatabase("sqlite::memory:");
 * const folders = [{ module: "", url: new URL("file:///srv/bookstore/migrations/") }];
 * const [file] = await writeDiff(database, folders, { entities: [Book], name: "books" });
 * console.log(file?.url.pathname, file?.text.startsWith("create table")); // /srv/bookstore/migrations/0001_books.sql true
 * ```
 */
export async function writeDiff(
  database: Database,
  folders: readonly MigrationFolder[],
  options: WriteDiffOptions,
): Promise<WrittenMigration[]> {
  const access = migrationAccess(database);
  const { name, suffix = false, structure, allowDrops = false } = options;
  const moduleOf = owners(structure);
  const modules = folders.map(({ module }) => module);
  const place = (entity: string | undefined) => Math.max(0, modules.indexOf(moduleOf(entity)));
  const changed = await diffTables({ database, access, order: place }, options);
  const byFolder = Map.groupBy(changed, ({ entity }) => folders[place(entity)]!);
  const written: WrittenMigration[] = [];
  for (const [folder, tables] of byFolder) {
    const sources = await findMigrations([folder], access.kind);
    const last = sources.at(-1)?.file.match(fileName)?.[1] ?? "0000";
    const number = String(BigInt(last) + 1n).padStart(last.length, "0");
    written.push({
      module: folder.module,
      url: new URL(`${number}_${name}${suffix ? `.${access.kind}` : ""}.sql`, folder.url),
      text: `${access.kind === "mariadb" ? mariadbHeader(tables) : ""}${textOf(tables, allowDrops)}`,
      isEffective: tables.some((each) => isEffective(each, allowDrops)),
    });
  }
  return written.toSorted((a, b) => modules.indexOf(a.module) - modules.indexOf(b.module));
}

/** A reader should know how the file fails. */
function mariadbHeader(tables: readonly TableChanges[]): string {
  if (tables.flatMap(({ changes }) => changes).length === 1) return "";
  return "-- MariaDB keeps each of these statements by itself. Where one fails, those before it stay,\n" +
    "-- and the next run goes on with it.\n\n";
}

function textOf(tables: readonly TableChanges[], allowDrops: boolean): string {
  const header = tables.some(({ checksReferencesLate }) => checksReferencesLate)
    ? "-- migrate: check-references-late\n\n"
    : "";
  // Tables that are dropped are left in the order in which they were named.
  return header + fileText(tables.flatMap(({ changes }) => changes), { allowDrops });
}

/** Finds the module of an entity: the one whose sources declare its class. */
function owners(structure: ModuleStructure | undefined): (entity: string | undefined) => string {
  const declared = new Map<string, string[]>();
  for (const { identifier, declares } of structure?.modules ?? []) {
    for (const name of declares) declared.set(name, [...declared.get(name) ?? [], identifier]);
  }
  // Of classes of one name nobody knows which is meant.
  return (entity) => {
    const found = declared.get(entity ?? "") ?? [];
    return found.length === 1 ? found[0]! : "";
  };
}
