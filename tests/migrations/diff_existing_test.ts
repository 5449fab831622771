import { assertEquals } from "@std/assert";
import { Migrations, writeDiff } from "@espalier/espalier/migrate";
import { chinook, tables } from "../data/chinook.ts";
import { onEachDatabase, TemporaryFolder } from "./files.ts";

onEachDatabase("21.3 diff on Chinook proposes the indexes of references alone", async ({ database, kind }) => {
  using folder = new TemporaryFolder();
  for (const statement of tables[kind]) await database.execute(statement);
  const before = await database.catalogue();
  const [file, ...more] = await writeDiff(database, folder.folders(), { entities: chinook, name: "indexes" });
  assertEquals(more, []);
  const statements = (file?.text ?? "").split("\n").filter((line) => line !== "" && !line.startsWith("--"));
  // MariaDB has made them with the references.
  const expected = kind === "mariadb" ? [] : [
    'create index "Customer_SupportRepId_index" on "Customer" ("SupportRepId");',
    'create index "Employee_ReportsTo_index" on "Employee" ("ReportsTo");',
    'create index "Invoice_CustomerId_index" on "Invoice" ("CustomerId");',
    'create index "Track_AlbumId_index" on "Track" ("AlbumId");',
    'create index "Track_GenreId_index" on "Track" ("GenreId");',
  ];
  assertEquals(statements.toSorted(), expected);
  if (file !== undefined) folder.write({ "migrations/0001_indexes.sql": file.text });
  await new Migrations(database, folder.folders()).run();
  for (const [name, { columns, checks, primaryKey }] of before) {
    const after = (await database.catalogue(name)).get(name)!;
    assertEquals([after.columns, after.checks, after.primaryKey], [columns, checks, primaryKey]);
  }
}, ["sqlite", "postgres", "mariadb"]);
