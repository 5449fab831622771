import { assertRejects } from "@std/assert";
import { databaseAt, StoreUnavailableError } from "@espalier/espalier/data";
import { Author } from "./bookshelf.ts";
import { hasPostgres, postgresUrl } from "./stores.ts";

for (const url of ["memory:", "sqlite::memory:", postgresUrl]) {
  for (const isOpened of [true, false]) {
    Deno.test({
      name: `C5.1 a database that was ${isOpened ? "opened and" : "only"} closed says so [${url.split(":")[0]}]`,
      ignore: url === postgresUrl && !hasPostgres,
      fn: async () => {
        const database = databaseAt(url);
        const authors = database.repository<Author, string>(Author);
        if (isOpened) await database.open();
        await database.close();
        await database.close();
        const uses = [
          () => database.open(),
          () => authors.count(),
          () => database.createTables(Author),
          () => database.transactions.run(() => Promise.resolve()),
        ];
        for (const use of uses) await assertRejects(use, StoreUnavailableError, "it has been closed");
      },
    });
  }
}
