import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { openDatabase } from "@espalier/espalier/data";
import { MigrationError, Migrations } from "@espalier/espalier/migrate";
import { hasPostgres, openPostgresSchema, postgresUrl } from "../data/stores.ts";
import { onEachDatabase, TemporaryFolder } from "./files.ts";

const createBooks = "create table books (id integer primary key, title text not null);\n";

onEachDatabase("21.3 files are applied once, by module and number, and recorded", async ({ database, files }) => {
  const migrations = files(
    {
      "orders/migrations/1_orders.sql": "create table orders (id integer primary key, book integer references books);",
      "catalog/migrations/0010_more.sql": "insert into books values (1, 'Emma');",
      "catalog/migrations/0002_books.sql": createBooks,
      "catalog/migrations/notes.md": "no migration",
      "migrations/1_shared.sql": "-- what all share\n/* nothing yet; */",
    },
    "catalog",
    "orders",
  );
  const log: string[] = [];
  const names = ["1_shared", "catalog/0002_books", "catalog/0010_more", "orders/1_orders"];
  assertEquals(await migrations.run({ log: (line) => log.push(line.replace(/\d+ ms/, "… ms")) }), names);
  assertEquals(log, names.map((name) => `Applied migration "${name}" in … ms`));
  assertEquals(await migrations.run(), []);
  assertEquals(await database.execute("select title from books"), [{ title: "Emma" }]);
  assertEquals(
    (await migrations.status()).map(({ name, state }) => [name, state]),
    names.map((name) => [name, "applied"]),
  );
  files({ "catalog/migrations/0011_most.sql": "insert into books values (2, 'Orlando')" }, "catalog", "orders");
  // Modules come in order; a later file of an earlier module is none that comes too late.
  assertEquals(await migrations.run(), ["catalog/0011_most"]);
});

onEachDatabase("21.3 a TypeScript file gets Kysely, in the same transaction", async ({ database, files }) => {
  const migrations = files({
    "migrations/1_books.ts": `
      import { sql } from "kysely";
      export async function up(kysely) {
        await kysely.schema.createTable("books").addColumn("id", "integer", (c) => c.primaryKey()).execute();
        await kysely.insertInto("books").values({ id: 1 }).execute();
        await sql\`insert into books values (2)\`.execute(kysely);
      }`,
    "migrations/2_failing.ts": `
      export async function up(kysely) {
        await kysely.insertInto("books").values({ id: 3 }).execute();
        throw new Error("No more");
      }`,
  });
  const error = await assertRejects(() => migrations.run(), MigrationError);
  assertStringIncludes(error.message, 'Cannot apply migration "2_failing"');
  assertStringIncludes(error.message, "No more. Nothing of it was kept");
  assertEquals(error.migration, "2_failing");
  assertEquals(await database.execute("select count(*) as n from books").then(([row]) => Number(row!.n)), 2);
});

onEachDatabase(
  "21.3 a failing file keeps nothing, names its line, and runs again once it is mended",
  async (context) => {
    const { database, files } = context;
    const broken = `${createBooks}\ninsert into books values (1, 'Emma');\n\ninsert into\n  nowhere values (1);\n`;
    const migrations = files({ "migrations/1_books.sql": broken });
    const error = await assertRejects(() => migrations.run(), MigrationError);
    const line = context.kind === "postgres" ? 6 : 5;
    assertStringIncludes(error.message, `1_books.sql, line ${line}): `);
    assertStringIncludes(error.message, "nowhere");
    await assertRejects(() => database.execute("select * from books"));
    assertEquals((await migrations.status()).map(({ state }) => state), ["pending"]);
    assertEquals(await files({ "migrations/1_books.sql": createBooks }).run(), ["1_books"]);
  },
);

onEachDatabase("21.3 an edited, removed or late file is an error that says what to do", async ({ files }) => {
  const migrations = files({ "migrations/2_books.sql": createBooks, "migrations/3_more.sql": "select 1" });
  await migrations.run();
  // Line ends, and the mark that editors put before a file, are no edit.
  assertEquals(await files({ "migrations/2_books.sql": `\ufeff${createBooks.replaceAll("\n", "\r\n")}` }).run(), []);
  files({ "migrations/2_books.sql": `${createBooks}-- edited`, "migrations/1_late.sql": "select 1" });
  const error = await assertRejects(() => migrations.run(), MigrationError);
  assertStringIncludes(error.message, '"2_books" must be as applied: the file was edited since');
  assertStringIncludes(error.message, '"1_late" must come behind the last one of its module that was applied');
  files({
    "migrations/1_late.sql": undefined,
    "migrations/3_more.sql": undefined,
    "migrations/4_moved.sql": "select 1",
  });
  const missing = await assertRejects(() => migrations.run(), MigrationError);
  assertStringIncludes(missing.message, '"3_more" must have a file: it was removed, renamed or given another number');
  assertEquals((await migrations.repair()).map(({ name, state }) => [name, state]), [["2_books", "edited"], [
    "3_more",
    "missing",
  ]]);
  assertEquals(await migrations.run(), ["4_moved"]);
});

onEachDatabase("21.3 an older application starts on a newer database", async ({ files }) => {
  const all = {
    "migrations/1_books.sql": createBooks,
    "migrations/2_new.sql": "select 1",
    "news/migrations/1_x.sql": "",
  };
  await files(all, "news").run();
  const older = files({ "migrations/2_new.sql": undefined });
  assertEquals((await older.status()).map(({ name, state }) => [name, state]), [["1_books", "applied"], [
    "2_new",
    "newer",
  ], ["news/1_x", "newer"]]);
  assertEquals(await older.run(), []);
  await older.requireApplied();
});

onEachDatabase("21.3 baseline adopts tables that are there; a rehearsal changes nothing", async (context) => {
  const { database, files } = context;
  await database.execute(createBooks);
  const migrations = files({
    "migrations/1_books.sql": createBooks,
    "migrations/2_more.sql": "insert into books values (1, 'Emma; or; not')",
    "migrations/3_code.ts":
      'export const up = async (k) => { await k.deleteFrom("books").where("id", "=", 7).execute(); }',
  });
  const error = await assertRejects(() => migrations.rehearse(), MigrationError, "already exists");
  assertStringIncludes(error.message, "adopted by baseline");
  await assertRejects(() => migrations.baseline("1_bools"), MigrationError, 'it must be one of "1_books", "2_more"');
  assertEquals(await migrations.baseline("1_books"), ["1_books"]);
  await assertRejects(() => migrations.requireApplied(), MigrationError, '"2_more", "3_code" must be applied first');
  const rehearsed = await migrations.rehearse();
  assertEquals(rehearsed.map(({ name, wasRun }) => [name, wasRun]), [["2_more", true], ["3_code", true]]);
  assertEquals(rehearsed[0]!.statements, ["insert into books values (1, 'Emma; or; not')"]);
  assertEquals(rehearsed[1]!.statements.map((text) => text.replace("?", "$1")), [
    'delete from "books" where "id" = $1',
  ]);
  assertEquals(await database.execute("select * from books"), []);
  assertEquals(await migrations.run(), ["2_more", "3_code"]);
});

onEachDatabase(
  "21.3 what can't run in a transaction says so and runs without one",
  async ({ database, kind, files }) => {
    const text = kind === "postgres"
      ? "drop index concurrently if exists by_title;\ncreate index concurrently by_title on books (title);"
      : "vacuum;\nvacuum;";
    const migrations = files({ "migrations/1_books.sql": createBooks, "migrations/2_index.sql": text });
    const error = await assertRejects(() => migrations.run(), MigrationError);
    assertStringIncludes(error.message, 'the comment "-- migrate: no-transaction" runs a file without a transaction');
    files({ "migrations/2_index.sql": `-- migrate: no-transaction\n${text}` });
    assertEquals((await migrations.rehearse()).map(({ name, wasRun }) => [name, wasRun]), [["2_index", false]]);
    assertEquals(await migrations.run(), ["2_index"]);
    assertEquals((await migrations.status()).map(({ state }) => state), ["applied", "applied"]);
    await database.execute("insert into books values (1, 'Emma')");
  },
);

onEachDatabase("21.3 files are refused before anything runs", async ({ kind, database, files }) => {
  const first = { "migrations/1_books.sql": createBooks };
  const refused: readonly (readonly [string, string, string])[] = [
    ["2_x.sql", "select 1;\ncommit;", "line 2: it must not begin or end a transaction"],
    ["2_x.sql", "-- migrate: no transaction", 'must say "no-transaction" or "check-references-late"'],
    ["2_x.sql", "select 'open;\n", "' of line 1 must be closed"],
    ["2_x.sql", "select 1;\n\n/* open", "/* of line 3 must be closed"],
    ["2_x.sql", "\\connect other", "commands of psql that begin with a backslash"],
    ["2_x.sql", "select '\0'", "without NUL characters"],
    ["two.sql", "select 1", 'must be named by a number and words, such as "0002_add_isbn.sql"'],
    ["01_x.sql", "select 1", "each must have a number of its own"],
    ["2_x.ts", "export const down = 1;", "it must export a function up(kysely)"],
    ["2_x.ts", "export const up = 1 1;", "Cannot use migration"],
  ];
  for (const [file, text, message] of refused) {
    const error = await assertRejects(() => files({ ...first, [`migrations/${file}`]: text }).run(), MigrationError);
    assertStringIncludes(error.message, message);
    files({ [`migrations/${file}`]: undefined });
  }
  await assertRejects(() => database.execute("select * from books"));
  // Of the files of one number, those for other databases are left out.
  const other = kind === "postgres" ? "sqlite" : "postgres";
  const migrations = files({
    ...first,
    [`migrations/2_x.${kind}.sql`]: "insert into books values (1, 'Emma')",
    [`migrations/2_x.${other}.sql`]: "nonsense",
  });
  assertEquals(await migrations.run(), ["1_books", "2_x"]);
});

onEachDatabase("21.3 a semicolon ends a statement where the database says so", async ({ database, kind, files }) => {
  const text = kind === "postgres"
    ? `create function one() returns int language plpgsql as $body$ begin return 1; end; $body$;
       create function two() returns int begin atomic select case when true then 1 end; select 2; end;
       create rule nothing as on delete to books do instead (select 1; select 2);
       insert into books values (1, 'a;b'), (2, E'it\\'s;'), (3, $$;'$$) /* ; /* nested; */ ' */; -- it's; over
       insert into "books" values (4, one() || ';' || two())`
    : `create temporary trigger none after insert on books when 1 = 2 begin
         select case when 1 then 2 end; -- end;
         delete from books;
       end;
       insert into books values (1, 'a;b'), (2, 'it''s;'), (3, ';''') /* ; /* not nested; */; -- it's; over
       insert into [books] values (4, 1 || ';' || 2);;`;
  const migrations = files({ "migrations/1_books.sql": createBooks, "migrations/2_more.sql": text });
  await migrations.run();
  const rows = await database.execute("select title from books order by id");
  assertEquals(rows.map(({ title }) => title), ["a;b", "it's;", ";'", "1;2"]);
});

onEachDatabase("21.3 a file of two megabytes is applied", async ({ database, files }) => {
  const lines = Array.from({ length: 400 }, (_, i) => `-- it's row ${i}\nselect ${i}, '${"x;".repeat(2_500)}';`);
  await files({ "migrations/1_books.sql": createBooks, "migrations/2_much.sql": lines.join("\r\n") }).run();
  assertEquals(await database.execute("select * from books"), []);
});

Deno.test("21.3 SQLite replaces a table that others refer to, and checks the references at the end", async () => {
  using folder = new TemporaryFolder({
    "migrations/1_tables.sql": `create table authors (id integer primary key, name text);
      create table books (id integer primary key, author integer not null references authors on delete cascade);
      insert into authors values (1, 'Austen'); insert into books values (1, 1);`,
    "migrations/2_replace.sql": `-- migrate: check-references-late
      create table new_authors (id integer primary key, name text not null);
      insert into new_authors select id, name from authors;
      drop table authors;
      alter table new_authors rename to authors;`,
  });
  await using database = await openDatabase("sqlite::memory:");
  const migrations = new Migrations(database, folder.folders());
  await migrations.run();
  assertEquals(await database.execute("select id from books"), [{ id: 1 }]);
  folder.write({ "migrations/3_wrong.sql": "-- migrate: check-references-late\ndelete from authors;" });
  const error = await assertRejects(() => migrations.run(), MigrationError);
  assertStringIncludes(
    error.message,
    'every reference must lead to a row: 1 do not, such as row 1 of table "books"',
  );
  // From then on references are checked again.
  await assertRejects(() => database.execute("insert into books values (2, 9)"));
  assertEquals(await database.execute("select count(*) as n from authors"), [{ n: 1 }]);
});

Deno.test({
  name: "21.3 each PostgreSQL schema has its own record, and a script's settings don't reach other connections",
  ignore: !hasPostgres,
  fn: async () => {
    using folder = new TemporaryFolder({
      "migrations/1_books.sql": `select pg_catalog.set_config('search_path', '', false); set statement_timeout = 1234;
        select 1;`,
      "migrations/2_books.sql": createBooks,
    });
    for (const maxConnections of [1, 4]) {
      await using first = await openPostgresSchema({ maxConnections });
      await using second = await openPostgresSchema({ maxConnections });
      for (const database of [first, second]) {
        assertEquals(await new Migrations(database, folder.folders()).run(), ["1_books", "2_books"]);
        assertEquals(await database.execute("select * from books"), []);
        const [row] = await database.execute("select current_setting('statement_timeout') as t");
        assertEquals(row, { t: "30s" });
      }
    }
    await using nowhere = await openDatabase(postgresUrl, { schema: "nowhere" });
    const error = await assertRejects(() => new Migrations(nowhere, folder.folders()).run(), MigrationError);
    assertStringIncludes(error.message, "the schema must exist: current search path is ");
  },
});

Deno.test({
  name: "21.3 a role that may not create tables is told what is needed",
  ignore: !hasPostgres,
  fn: async () => {
    using folder = new TemporaryFolder({ "migrations/1_books.sql": createBooks });
    await using admin = await openPostgresSchema();
    const [row] = await admin.execute("select current_schema() as schema");
    const schema = String(row!.schema);
    const role = `reader_${schema.slice(-8)}`;
    await admin.execute(`create role ${role} login`);
    await admin.execute(`grant usage on schema ${schema} to ${role}`);
    try {
      await using database = await openDatabase(postgresUrl.replace("postgres@", `${role}@`), { schema });
      const migrations = new Migrations(database, folder.folders());
      assertEquals((await migrations.status()).map(({ state }) => state), ["pending"]);
      const error = await assertRejects(() => migrations.run(), MigrationError);
      assertStringIncludes(error.message, 'must let its user create table "espalier_migration"');
    } finally {
      await admin.execute(`drop owned by ${role}`);
      await admin.execute(`drop role ${role}`);
    }
  },
});
