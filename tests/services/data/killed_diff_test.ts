import { assertEquals } from "@std/assert";
import type { Catalogue, Database } from "@espalier/espalier/data";
import { Migrations, writeDiff } from "@espalier/espalier/migrate";
import { Author, Book } from "../../../examples/bookstore/catalog/mod.ts";
import { stores } from "../../data/stores.ts";
import { times } from "../../long.ts";
import { AuthorV2, BookV2, ReviewV2 } from "../../migrations/bookstore_v2.ts";
import { TemporaryFolder } from "../../migrations/files.ts";
import { sharedDatabase, start } from "./shared_database.ts";

const author = new Author({ id: "austen", name: "Jane Austen", sortName: "Austen", born: 1775, died: 1817 });
const books = ["Emma", "Persuasion"].map((title, i) =>
  new Book({
    ...{ id: `${i}`, title, author, published: 1815 + i, language: "en", subjects: [], gutenberg: i, price: 100 * i },
  })
);

const first = "migrations/0001_tables.sql";
const second = "migrations/0002_changes.sql";

/** Writes the migration to the second version of the bookstore, as `diff` does. */
async function secondFile(kind: string): Promise<Record<string, string>> {
  using folder = new TemporaryFolder();
  await using shared = await sharedDatabase(kind, folder);
  const { database } = shared;
  const diff = async (name: string, options: Omit<Parameters<typeof writeDiff>[2], "name">) => {
    const [file] = await writeDiff(database, folder.folders(), { ...options, name });
    return file!.text;
  };
  const tables = await diff("tables", { entities: [Author, Book] as never });
  folder.write({ [first]: tables });
  await new Migrations(database, folder.folders()).run();
  const changes = await diff("changes", {
    entities: [AuthorV2, BookV2, ReviewV2] as never,
    renames: new Map([["books.title", "headline"]]),
    fills: new Map([["books.isbn", "''"]]),
  });
  return { [first]: tables, [second]: changes };
}

/** All tables and rows, as one text. */
async function stateOf(database: Database): Promise<string> {
  const catalogue: Catalogue = await database.catalogue();
  const own = [...catalogue].filter(([name]) => !name.startsWith("espalier_"));
  const rows: unknown[] = [];
  for (const [name] of own) rows.push(await database.execute(`select * from ${name} order by 1`));
  const tables = own.map(([, table]) => ({ ...table, columns: [...table.columns.values()], schema: "" }));
  return JSON.stringify([tables, rows]);
}

for (const kind of ["sqlite", "postgres"]) {
  Deno.test({
    name: `21.3 the bookstore's ten changes, killed in the middle, are before or after, never between [${kind}]`,
    ignore: stores.find(({ name }) => name === kind)!.ignore,
    fn: async () => {
      const files = await secondFile(kind);
      /** Brings a database to the first version, with rows, and the second one next. */
      const prepared = async (folder: TemporaryFolder) => {
        folder.write({ [first]: files[first]! });
        const shared = await sharedDatabase(kind, folder);
        await new Migrations(shared.database, folder.folders()).run();
        await shared.database.repository(Author).save(author);
        await shared.database.repository(Book).saveAll(books);
        folder.write({ [second]: files[second]! });
        return shared;
      };
      const expected = await (async () => {
        using folder = new TemporaryFolder();
        await using shared = await prepared(folder);
        const before = await stateOf(shared.database);
        const { applied, statements } = await start(shared, folder);
        assertEquals(applied, ["0002_changes"]);
        return { before, after: await stateOf(shared.database), statements };
      })();
      const found = new Set<string>();
      for (let killAt = 1; killAt <= expected.statements; killAt += times(Math.ceil(expected.statements / 8), 1)) {
        using folder = new TemporaryFolder();
        await using shared = await prepared(folder);
        // Half of those with a server are killed while the statement is on its way.
        const isOnItsWay = kind === "postgres" && killAt % 2 === 0;
        assertEquals((await start(shared, folder, isOnItsWay ? -killAt : killAt)).signal, "SIGKILL");
        const state = await stateOf(shared.database);
        const name = state === expected.before ? "before" : state === expected.after ? "after" : state;
        assertEquals(["before", "after"].includes(name), true, `killed at ${killAt}: ${name}`);
        found.add(name);
        await new Migrations(shared.database, folder.folders()).run();
        assertEquals(await stateOf(shared.database), expected.after);
      }
      assertEquals(found.has("before"), true);
    },
  });
}
