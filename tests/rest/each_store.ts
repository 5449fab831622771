import type { Application } from "@espalier/espalier";
import { openDatabase } from "@espalier/espalier/data";
import { hasPostgres, postgresUrl } from "../data/stores.ts";
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
  Deno.test({
    name: `${name} (PostgreSQL)`,
    ignore: !hasPostgres,
    async fn() {
      const schema = `espalier_rest_${crypto.randomUUID().slice(0, 8)}`;
      await using admin = await openDatabase(postgresUrl, { maxConnections: 1 });
      await admin.execute(`create schema ${schema}`);
      try {
        await using app = await libraryApp({ ...options, url: postgresUrl, schema });
        await test(app);
      } finally {
        await admin.execute(`drop schema ${schema} cascade`);
      }
    },
  });
}
