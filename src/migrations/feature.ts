import { ContainerModule } from "../container/mod.ts";
import { type Database, TablePreparation } from "../data/mod.ts";
import {
  ApplicationRoot,
  checkOptions,
  EspalierProperties,
  InstalledModule,
  installOnce,
  Logger,
} from "../kernel/mod.ts";
import { ModuleRoot, ModuleStructure } from "../modulith/mod.ts";
import type { MigrationFolder } from "./find_migrations.ts";
import { migrationFolders } from "./migration_folders.ts";
import { Migrations } from "./migrations.ts";

/** The options of `migrations()`. */
export interface MigrationsOptions {
  /**
   * The folders, in the order in which they run; by default `migrations/` of the application's root, then those of the
   * modules found by `modulith()`, each after the modules that it depends on.
   */
  readonly folders?: readonly MigrationFolder[];
}

/** The inputs for finding the folders of an application. */
interface FolderSources {
  readonly root: URL | undefined;
  readonly structure: ModuleStructure | undefined;
  readonly installed: readonly InstalledModule[];
}

/**
 * Installs migrations: they run at start-up, once the database is open and before anything reads it, instead of
 * `createTables`. Property `data.migrations` selects whether they run (`"run"`, the default), must have run already
 * (`"check"`), or are ignored (`"off"`).
 *
 * @param options their folders
 * @returns a module for the container
 * @throws TypeError when an option is unknown
 *
 * @example
 * ```ts
 * import { createApp, createContainer, data } from "@espalier/espalier";
 * import { Database } from "@espalier/espalier/data";
 * import { migrations } from "@espalier/espalier/migrate";
 *
 * const folder = await Deno.makeTempDir();
 * await Deno.mkdir(`${folder}/migrations`);
 * await Deno.writeTextFile(`${folder}/migrations/0001_create_books.sql`, "create table books (id text primary key);");
 *
 * await using app = await createApp(createContainer(data(), migrations()), { root: new URL(`file://${folder}/`) });
 * console.log(await app.container.get(Database).execute("select * from books")); // []
 * ```
 */
export function migrations(options: MigrationsOptions = {}): ContainerModule {
  checkOptions("migrations()", options, { folders: true });
  return new ContainerModule((module) => {
    installOnce("migrations()", module);
    module.bind(TablePreparation).toResolvedValue(
      (
        ...[logger, properties, ownRoot, root, structure, installed]: [
          Logger,
          EspalierProperties,
          ModuleRoot | undefined,
          ApplicationRoot | undefined,
          ModuleStructure | undefined,
          InstalledModule[],
        ]
      ): TablePreparation => ({
        prepare: async (database) => {
          if (properties.data.migrations === "off" || database.name === "memory:") return;
          const folders = options.folders ?? foldersOf({ root: (ownRoot ?? root)?.url, structure, installed });
          await prepare(new Migrations(database, folders), { database, properties, logger });
        },
      }),
      [
        Logger,
        EspalierProperties,
        { serviceIdentifier: ModuleRoot, optional: true },
        { serviceIdentifier: ApplicationRoot, optional: true },
        { serviceIdentifier: ModuleStructure, optional: true },
        { serviceIdentifier: InstalledModule, isMultiple: true },
      ],
    );
  });
}

async function prepare(
  migrations: Migrations,
  { database, properties, logger }: {
    readonly database: Database;
    readonly properties: EspalierProperties;
    readonly logger: Logger;
  },
): Promise<void> {
  const log = logger.forCategory("espalier.data.migrations");
  if (properties.data.migrations === "check") {
    await migrations.requireApplied();
    return;
  }
  if ((await migrations.status()).length === 0) {
    log.warn("There are no migrations below the application's root, so no tables are created");
    return;
  }
  const applied = await migrations.run({ log: (line) => log.info(line) });
  if (applied.length > 0) log.info(`Applied ${applied.length} migration(s) to database "${database.name}"`);
}

function foldersOf({ root, structure, installed }: FolderSources): MigrationFolder[] {
  if (root === undefined || root.protocol !== "file:") {
    throw new TypeError(
      "Cannot find the migrations as the application must have a folder: pass createApp the option " +
        `"root": import.meta.url, or migrations() the option "folders": current value is "${root ?? ""}"`,
    );
  }
  if (structure === undefined && installed.length > 0) {
    throw new TypeError(
      "Cannot order the migrations of application modules as their dependencies must be known: install modulith(), or " +
        'pass migrations() the option "folders"',
    );
  }
  return migrationFolders(root, structure);
}
