import type { Database } from "@espalier/espalier/data";
import { type MigrationFolder, Migrations } from "@espalier/espalier/migrate";
import { openDatabase } from "@espalier/espalier/data";
import { openMariadbDatabase, openPostgresSchema, stores } from "../data/stores.ts";

/** A folder that is removed at the end of the test. */
export class TemporaryFolder implements Disposable {
  readonly url: URL;

  constructor(files: Readonly<Record<string, string | undefined>> = {}) {
    this.url = new URL(`file://${Deno.makeTempDirSync({ prefix: "espalier-migrations-" })}/`);
    this.write(files);
  }

  /** Writes files, and removes those whose text is undefined. */
  write(files: Readonly<Record<string, string | undefined>>): void {
    for (const [path, text] of Object.entries(files)) {
      const url = new URL(path, this.url);
      Deno.mkdirSync(new URL(".", url), { recursive: true });
      if (text === undefined) Deno.removeSync(url);
      else Deno.writeTextFileSync(url, text);
    }
  }

  /** The folders of modules, in order; by default the root alone. */
  folders(...modules: string[]): MigrationFolder[] {
    return [
      { module: "", url: new URL("migrations/", this.url) },
      ...modules.map((module) => ({ module, url: new URL(`${module}/migrations/`, this.url) })),
    ];
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.url, { recursive: true });
  }
}

/** What a test of migrations works with. */
export interface MigrationsTest {
  readonly database: Database;
  readonly kind: "sqlite" | "postgres" | "mariadb";
  /** Writes files into the root's folder, and gives the migrations of all files. */
  files(files: Readonly<Record<string, string | undefined>>, ...modules: string[]): Migrations;
}

const openers = {
  sqlite: () => openDatabase("sqlite::memory:"),
  postgres: () => openPostgresSchema(),
  mariadb: () => openMariadbDatabase(),
} as const;

/** Registers a test for SQLite and PostgreSQL, or for other databases. */
export function onEachDatabase(
  name: string,
  test: (context: MigrationsTest) => Promise<void>,
  kinds: readonly MigrationsTest["kind"][] = ["sqlite", "postgres"],
): void {
  for (const kind of kinds) {
    Deno.test({
      name: `${name} [${kind}]`,
      ignore: stores.find((store) => store.name === kind)!.ignore,
      fn: async () => {
        using folder = new TemporaryFolder();
        await using database = await openers[kind]();
        const files: MigrationsTest["files"] = (files, ...modules) => {
          folder.write(files);
          return new Migrations(database, folder.folders(...modules));
        };
        await test({ database, kind, files });
      },
    });
  }
}
