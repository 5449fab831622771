import { assertEquals, assertRejects } from "@std/assert";
import type { Database } from "@espalier/espalier/data";
import { MigrationError, Migrations } from "@espalier/espalier/migrate";
import { hasMariadb, mariadbUrl, openMariadbDatabase } from "../data/stores.ts";
import { openDatabase } from "@espalier/espalier/data";
import { TemporaryFolder } from "./files.ts";

type Files = (files: Readonly<Record<string, string | undefined>>) => Migrations;

function onMariadb(name: string, test: (database: Database, files: Files) => Promise<void>): void {
  Deno.test({
    name,
    ignore: !hasMariadb,
    fn: async () => {
      using folder = new TemporaryFolder();
      await using database = await openMariadbDatabase();
      await test(database, (files) => {
        folder.write(files);
        return new Migrations(database, folder.folders());
      });
    },
  });
}

onMariadb("21.6 migrations run once on MariaDB, those of other databases left out", async (database, files) => {
  const migrations = files({
    "migrations/0001_books.sql": "create table books (id int primary key, title varchar(40)); # of the shop\n" +
      "insert into books values (1, 'a;b'), (2, 'back\\');",
    "migrations/0002_more.postgres.sql": "nonsense",
    "migrations/0003_more.mariadb.sql": "alter table books add column `year` int;",
    "migrations/0004_typed.ts": `export async function up(kysely) {
      await kysely.updateTable("books").set({ year: 1925 }).execute();
    }`,
  });
  assertEquals(await migrations.run(), ["0001_books", "0003_more", "0004_typed"]);
  assertEquals(await migrations.run(), []);
  assertEquals((await migrations.status()).map(({ state }) => state), ["applied", "applied", "applied"]);
  assertEquals(await database.execute("select id, title, `year` from books order by id"), [
    { id: 1, title: "a;b", year: 1925 },
    { id: 2, title: "back\\", year: 1925 },
  ]);
});

onMariadb("21.6 a migration that fails on MariaDB goes on with the statement that failed", async (database, files) => {
  const text = (last: string) => `create table books (id int primary key);\ninsert into books values (1);\n\n${last};`;
  const migrations = files({ "migrations/1_books.sql": text("insert into nowhere values (1)") });
  const error = await assertRejects(() => migrations.run(), MigrationError, "1_books.sql, line 4)");
  assertEquals(error.message.endsWith("was kept, and the next run goes on with it"), true, error.message);
  await assertRejects(() => migrations.run(), MigrationError, "line 4)");
  const edited = files({ "migrations/1_books.sql": text("insert into books values (2)").replace("(1)", "(7)") });
  await assertRejects(() => edited.run(), MigrationError, "its first 2 statements must be as they were");
  const mended = files({ "migrations/1_books.sql": text("insert into books values (2)") });
  assertEquals(await mended.run(), ["1_books"]);
  assertEquals(await database.execute("select id from books order by id"), [{ id: 1 }, { id: 2 }]);
});

onMariadb("21.6 bodies of triggers and procedures are one statement on MariaDB", async (database, files) => {
  const migrations = files({
    "migrations/1_books.sql": `create table books (id int primary key, kind varchar(9));
      create trigger kinds before insert on books for each row begin
        if new.id > 10 then set new.kind = 'large'; else set new.kind = case when new.id > 5 then 'mid' else 'low' end; end if;
        case new.id when 1 then set new.kind = 'first'; else begin end; end case;
      end;
      insert into books (id) values (1), (6), (11);`,
  });
  assertEquals(await migrations.run(), ["1_books"]);
  assertEquals((await database.execute("select kind from books order by id")).map(({ kind }) => kind), [
    "first",
    "mid",
    "large",
  ]);
  const delimited = files({ "migrations/2_more.sql": "delimiter //\ncreate table a (id int)//" });
  await assertRejects(() => delimited.run(), MigrationError, '"delimiter" is a command of a client');
});

onMariadb("21.6 a migration that was killed on MariaDB is told, and completed by hand", async (database, files) => {
  const migrations = files({
    "migrations/1_books.sql": "create table books (id int primary key); insert into books select sleep(60)",
  });
  const other = await openDatabase(mariadbUrl, { schema: database.name.split("/").at(-1)! });
  const [{ schema }] = await database.execute("select database() as `schema`") as [{ schema: string }];
  const running = migrations.run().catch((error) => error);
  let id: unknown;
  while (id === undefined) {
    const [row] = await other.execute(
      "select id from information_schema.processlist where db = ? and info like 'insert into books select sleep%'",
      [schema],
    );
    id = row?.id;
  }
  // As long as its process has the lock it is no interrupted one.
  assertEquals((await migrations.status()).map(({ state }) => state), ["pending"]);
  // As if the process had ended: its record of the failure is lost as well.
  await other.execute("create table progress as select * from espalier_migration_progress");
  await other.execute(`kill query ${Number(id)}`);
  assertEquals(await running instanceof MigrationError, true);
  await other.execute("replace into espalier_migration_progress select * from progress");
  await other.close();
  const error = await assertRejects(() => migrations.run(), MigrationError, '"1_books" must be complete');
  assertEquals(error.message.includes("insert into books select sleep(60)"), true);
  assertEquals((await migrations.status()).map(({ state }) => state), ["interrupted"]);
  assertEquals((await migrations.repair()).map(({ state }) => state), ["interrupted"]);
  assertEquals((await migrations.status()).map(({ state }) => state), ["pending"]);
  await database.execute("insert into books values (1)");
  assertEquals(await migrations.baseline(), ["1_books"]);
  assertEquals(await migrations.run(), []);
});

onMariadb("21.6 three that start at once migrate MariaDB once, a rehearsal runs nothing", async (database, files) => {
  const migrations = files({
    "migrations/1_books.sql": "create table books (id int primary key); insert into books values (1);",
    "migrations/2_more.sql": "insert into books values (2);",
  });
  assertEquals((await migrations.rehearse()).map(({ wasRun }) => wasRun), [false, false]);
  assertEquals(await database.catalogue(), new Map());
  const runs = await Promise.all([migrations.run(), migrations.run(), migrations.run()]);
  assertEquals(runs.flat().toSorted(), ["1_books", "2_more"]);
  assertEquals(await database.execute("select count(*) as count from books"), [{ count: 2 }]);
});
