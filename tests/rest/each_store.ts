import type { Application } from "@espalier/espalier";
import { openDatabase } from "@espalier/espalier/data";
import { hasMariadb, hasPostgres, mariadbUrl, postgresUrl } from "../data/stores.ts";
import { libraryApp, type LibraryOptions } from "./library.ts";

/**
 * Registers a test of a library for each store.
 *
 * @param name of the test
 * @param options of the library
 * @param test is given the library on each store
 */
export function onEachStore(name: string, options: LibraryOptions, test: (app: Application) => Promise<void>): void {
  for (const url of ["memory:", "sqlite::memory:"]) {
    Deno.test(`${name} (${url.replace("sqlite::memory:", "SQLite").replace("memory:", "memory")})`, async () => {
      await using app = await libraryApp({ ...options, url });
      await test(app);
    });
  }
  onServer(`${name} (PostgreSQL)`, { url: postgresUrl, ignore: !hasPostgres, place: "schema" }, options, test);
  onServer(`${name} (MariaDB)`, { url: mariadbUrl, ignore: !hasMariadb, place: "database" }, options, test);
}

interface Server {
  readonly url: string;
  readonly ignore: boolean;
  /** What has tables of its own. */
  readonly place: "schema" | "database";
}

function onServer(
  name: string,
  { url, ignore, place }: Server,
  options: LibraryOptions,
  test: (app: Application) => Promise<void>,
): void {
  Deno.test({
    name,
    ignore,
    async fn() {
      const schema = `espalier_rest_${crypto.randomUUID().slice(0, 8)}`;
      await using admin = await openDatabase(url, { maxConnections: 1 });
      await admin.execute(`create ${place} ${schema}`);
      try {
        await using app = await libraryApp({ ...options, url, schema });
        await test(app);
      } finally {
        await admin.execute(`drop ${place} ${schema}${place === "schema" ? " cascade" : ""}`);
      }
    },
  });
}
