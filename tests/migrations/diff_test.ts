import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import type { Catalogue, Database } from "@espalier/espalier/data";
import { type DiffOptions, MigrationError, Migrations, writeDiff } from "@espalier/espalier/migrate";
import { Author, Book } from "../../examples/bookstore/catalog/mod.ts";
import { AuthorV2, BookV2, ReviewV2 } from "./bookstore_v2.ts";
import { onEachDatabase, TemporaryFolder } from "./files.ts";

const author = new Author({ id: "austen", name: "Jane Austen", sortName: "Austen", born: 1775, died: 1817 });
const books = ["Emma", "Persuasion"].map((title, i) =>
  new Book({
    ...{ id: `${i}`, title, author, published: 1815 + i, language: "en", subjects: [], gutenberg: i, price: 100 * i },
  })
);

/** Writes the difference into the folder of the root, and applies it. */
async function applyDiff(
  database: Database,
  folder: TemporaryFolder,
  options: Omit<DiffOptions, "entities"> & { readonly entities: readonly unknown[] },
): Promise<string> {
  const files = await writeDiff(database, folder.folders(), { ...options as DiffOptions, name: "changes" });
  for (const { url, text, isEffective } of files) {
    if (!isEffective) continue;
    Deno.mkdirSync(new URL(".", url), { recursive: true });
    Deno.writeTextFileSync(url, text);
  }
  const applied = await new Migrations(database, folder.folders()).run();
  assertEquals(applied.length, files.filter(({ isEffective }) => isEffective).length);
  return files.map(({ text }) => text).join("\n");
}

/** What the catalogue says, whatever the order of columns is. */
function comparable(catalogue: Catalogue): unknown {
  return [...catalogue].filter(([name]) => !name.startsWith("espalier_")).map(([name, table]) => ({
    name,
    columns: [...table.columns.values()].toSorted((a, b) => a.name < b.name ? -1 : 1),
    primaryKey: table.primaryKey,
    indexes: table.indexes.map(({ name, ...rest }) => ({ ...rest, name: name.replace(/_\d+$/, "") })).toSorted((a, b) =>
      a.name < b.name ? -1 : 1
    ),
    foreignKeys: table.foreignKeys,
    checks: table.checks,
  }));
}

onEachDatabase("21.3 diff leads the bookstore through ten kinds of changes and back", async ({ database, kind }) => {
  using folder = new TemporaryFolder();
  const v1 = [Author, Book];
  const create = await applyDiff(database, folder, { entities: v1 });
  assertEquals(create.match(/^create table/gm)?.length, 2);
  assertEquals(await writeDiff(database, folder.folders(), { entities: v1 as never, name: "none" }), []);
  const before = comparable(await database.catalogue("authors", "books", "reviews"));
  await database.repository(Author).save(author);
  await database.repository(Book).saveAll(books);

  const v2 = [AuthorV2, BookV2, ReviewV2];
  const change = { entities: v2, renames: new Map([["books.title", "headline"]]) };
  const missing = await assertRejects(() => applyDiff(database, folder, change), MigrationError);
  assertStringIncludes(missing.message, 'Cannot add "books.isbn" as table "books" has rows, which need a value');
  const text = await applyDiff(database, folder, { ...change, fills: new Map([["books.isbn", "''"]]) });
  // What nothing describes any more is kept, and may be dropped by hand.
  if (kind === "postgres") assertStringIncludes(text, '-- alter table "authors" drop column "died";');
  const left = await writeDiff(database, folder.folders(), { entities: v2 as never, name: "none" });
  assertEquals(left.filter(({ isEffective }) => isEffective), []);

  const rows = await database.execute(
    "select id, headline, isbn, pages, note, double_price, gutenberg from books order by id",
  );
  assertEquals(
    rows.map((row) => ({ ...row })),
    [0, 1].map((i) => ({
      ...{ id: `${i}`, headline: books[i]!.title, isbn: "", pages: 100, note: null, double_price: 200 * i },
      gutenberg: `${i}`,
    })),
  );
  const refused = [
    "insert into authors (id, name, sort_name) values ('other', 'Jane Austen', '')",
    "update books set price = -1",
    "update books set isbn = '1'",
    "update books set headline = null",
  ];
  for (const statement of refused) await assertRejects(() => database.execute(statement), Error);
  await database.execute("insert into reviews (book_id, text) values ('0', 'Fine')");

  await applyDiff(database, folder, {
    entities: v1,
    allowDrops: true,
    dropTables: ["reviews"],
    renames: new Map([["books.headline", "title"]]),
  });
  assertEquals(comparable(await database.catalogue("authors", "books", "reviews")), before);
  assertEquals(await writeDiff(database, folder.folders(), { entities: v1 as never, name: "none" }), []);
  const found = await database.repository<Book, string>(Book).findById("1");
  assertEquals([found?.title, found?.author.id, found?.gutenberg], ["Persuasion", "austen", 1]);
});

class Artist {
  declare readonly id: number;
  declare readonly name: string | null;
  declare readonly parent: Artist | null;
  declare readonly added: Date;
}
describeType(Artist, {
  id: t.int,
  name: t.nullable(t.string),
  parent: t.nullable(t.object(() => Artist)),
  added: t.date,
}, { id: "id", generatedId: "database", table: "artist", columns: { id: "artist_id" } });

onEachDatabase("21.3 diff leaves what others made as it is, where it holds what is described", async (context) => {
  const { database, kind } = context;
  using folder = new TemporaryFolder();
  await database.execute(
    `create table artist (artist_id ${kind === "postgres" ? "serial primary key" : "integer primary key autoincrement"},
      name varchar(120), parent_id integer references artist (artist_id) on delete cascade,
      added ${kind === "postgres" ? "timestamptz" : "datetime"} not null default current_timestamp,
      extra integer not null default 3, must integer not null)`,
  );
  await database.execute("create index custom on artist (name)");
  await database.execute("insert into artist (must) values (1)");
  if (kind === "sqlite") {
    await database.execute("create table log (name text)");
    await database.execute("create trigger logged after insert on artist begin insert into log values (1); end");
    await database.execute("create view artists as select * from artist");
  }
  const before = (await database.catalogue("artist")).get("artist")!;
  const text = await applyDiff(database, folder, { entities: [Artist] });
  // Nothing writes the column that may not be null.
  assertStringIncludes(text, kind === "postgres" ? '"must" drop not null' : '"must" INTEGER\n');
  assertStringIncludes(text, '"artist_parent_id_index"');
  const after = (await database.catalogue("artist")).get("artist")!;
  assertEquals(after.columns, new Map(before.columns).set("must", { ...before.columns.get("must")!, nullable: true }));
  assertEquals(after.foreignKeys, before.foreignKeys);
  assertEquals(after.indexes.map(({ name }) => name).toSorted(), [
    "artist_parent_id_index",
    "artist_pkey",
    "custom",
  ]);
  await database.execute("insert into artist (name) values ('Ada')");
  assertEquals(
    (await database.execute("select artist_id, extra from artist order by 1")).map((row) => ({ ...row })),
    [{ artist_id: 1, extra: 3 }, { artist_id: 2, extra: 3 }],
  );
  if (kind === "sqlite") assertEquals((await database.execute("select * from log")).length, 1);
});
