import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import { type Catalogue, type Database, openDatabase } from "@espalier/espalier/data";
import { type DiffOptions, MigrationError, Migrations, writeDiff } from "@espalier/espalier/migrate";
import { Author, Book } from "../../examples/bookstore/catalog/mod.ts";
import { AuthorV2, BookV2, ReviewV2 } from "./bookstore_v2.ts";
import { mariadbUrl } from "../data/stores.ts";
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
    // MariaDB counts the keys of a table.
    foreignKeys: table.foreignKeys.map(({ name: _, ...rest }) => rest),
    checks: table.checks,
  }));
}

const everyDatabase = ["sqlite", "postgres", "mariadb"] as const;

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
}, everyDatabase);

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

const ownIndexes = ["artist_parent_id_index", "artist_pkey", "custom"];
const dialects = {
  postgres: {
    id: "serial primary key",
    moment: "timestamptz",
    must: "",
    relaxed: '"must" drop not null',
    indexes: ownIndexes,
  },
  sqlite: {
    id: "integer primary key autoincrement",
    moment: "datetime",
    must: "",
    relaxed: '"must" INTEGER\n',
    indexes: ownIndexes,
  },
  mariadb: {
    id: "integer auto_increment primary key",
    moment: "datetime",
    must: "comment 'it''s old' check (must <> 7)",
    relaxed: "`must` int null comment 'it''s old' check (`must` <> 7)",
    indexes: ["PRIMARY", "custom", "parent_id"],
  },
} as const;

onEachDatabase("21.3 diff leaves what others made as it is, where it holds what is described", async (context) => {
  const { database, kind } = context;
  using folder = new TemporaryFolder();
  const { id, moment, must, relaxed, indexes } = dialects[kind];
  await database.execute(
    `create table artist (artist_id ${id}, name varchar(120),
      parent_id integer references artist (artist_id) on delete cascade, added ${moment} not null default current_timestamp,
      extra integer not null default 3, must integer not null ${must})`,
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
  assertStringIncludes(text, relaxed);
  // MariaDB makes the index of a foreign key by itself.
  if (kind !== "mariadb") assertStringIncludes(text, '"artist_parent_id_index"');
  const after = (await database.catalogue("artist")).get("artist")!;
  assertEquals(after.columns, new Map(before.columns).set("must", { ...before.columns.get("must")!, nullable: true }));
  assertEquals(after.foreignKeys, before.foreignKeys);
  assertEquals(after.indexes.map(({ name }) => name).toSorted(), [...indexes]);
  await database.execute("insert into artist (name) values ('Ada')");
  assertEquals(
    (await database.execute("select artist_id, extra from artist order by 1")).map((row) => ({ ...row })),
    [{ artist_id: 1, extra: 3 }, { artist_id: 2, extra: 3 }],
  );
  if (kind === "sqlite") assertEquals((await database.execute("select * from log")).length, 1);
  if (kind === "mariadb") await assertRejects(() => database.execute("insert into artist (must) values (7)"), Error);
}, everyDatabase);

class Room {
  declare readonly id: number;
  declare readonly house: House | null;
  declare readonly number: number;
}
class House {
  declare readonly id: number;
  declare readonly entrance: Room | null;
  declare readonly area: string;
}
describeType(Room, { id: t.int, house: t.nullable(t.object(() => House)), number: t.int }, {
  id: "id",
  table: "rooms",
});
describeType(House, { id: t.int, entrance: t.nullable(t.object(() => Room)), area: t.decimal }, {
  id: "id",
  table: "houses",
});

onEachDatabase(
  "21.3 diff on MariaDB makes tables that refer to each other, and changes their keys",
  async (context) => {
    const { database } = context;
    using folder = new TemporaryFolder();
    await applyDiff(database, folder, { entities: [Room, House] });
    await database.execute("insert into houses (id, area) values (1, 2.5)");
    await database.execute("insert into rooms (id, house_id, number) values (1, 1, 7)");
    // Somebody has widened the keys, under a reference, and given up another column.
    await database.execute("alter table rooms drop foreign key rooms_ibfk_1");
    await database.execute("alter table rooms modify column house_id varchar(9), add column `odd ``name` int not null");
    const text = await applyDiff(database, folder, { entities: [Room, House] });
    assertStringIncludes(text, "add constraint `rooms_house_id_fkey`");
    assertStringIncludes(text, "modify column `odd ``name` int null");
    assertEquals((await database.repository<Room, number>(Room).findById(1))?.house?.id, 1);
    await assertRejects(() => database.execute("insert into rooms (id, house_id, number) values (2, 9, 7)"), Error);
    // The tables were made and compared in a database that is gone.
    const left = await database.execute(
      "select schema_name from information_schema.schemata where schema_name like ?",
      [
        "espalier_diff_%",
      ],
    );
    assertEquals(left, []);
  },
  ["mariadb"],
);

onEachDatabase(
  "21.3 a column that may not be null is refused by rows of another MariaDB, not filled",
  async (context) => {
    const { database } = context;
    using folder = new TemporaryFolder();
    await database.execute("create table rooms (id int primary key, house_id int)");
    await database.execute("create table houses (id int primary key, entrance_id int, area decimal(9,2) not null)");
    const [file] = await writeDiff(database, folder.folders(), { entities: [Room, House], name: "number" });
    assertStringIncludes(file!.text, "-- Fails where `rooms` has rows\nalter table `rooms`");
    await database.execute("insert into rooms (id) values (1)");
    folder.write({ "migrations/0001_number.sql": file!.text });
    const error = await assertRejects(() => new Migrations(database, folder.folders()).run(), MigrationError);
    assertStringIncludes(error.message, "Data truncated for column 'number'");
    assertStringIncludes(error.message, "the next run goes on with it");
    await database.execute("update rooms set number = id");
    assertEquals(await new Migrations(database, folder.folders()).run(), ["0001_number"]);
    assertEquals(await database.execute("select id, number from rooms"), [{ id: 1, number: 1 }]);
  },
  ["mariadb"],
);

onEachDatabase("21.3 diff on MariaDB says which right it lacks", async ({ database }) => {
  const schema = String((await database.execute("select database() as name"))[0]!.name);
  const user = `${schema.slice(-12)}_user`;
  await database.execute(`create user '${user}'@'%' identified by 'pw'`);
  try {
    await database.execute(`grant all on ${schema}.* to '${user}'@'%'`);
    const url = mariadbUrl.replace("root@", `${user}:pw@`);
    await using limited = await openDatabase(url, { schema });
    const diff = () => writeDiff(limited, [{ module: "", url: new URL("file:///nowhere/") }], options);
    const options = { entities: [Room, House], name: "rooms" };
    const error = await assertRejects(diff, MigrationError);
    assertStringIncludes(error.message, "the user must be allowed to create databases");
    assertStringIncludes(error.message, "grant all on `espalier\\_diff\\_%`.*");
    await database.execute(`grant all on \`espalier\\_diff\\_%\`.* to '${user}'@'%'`);
    assertEquals((await diff()).length, 1);
  } finally {
    await database.execute(`drop user '${user}'@'%'`);
  }
}, ["mariadb"]);
