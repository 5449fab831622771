import { assert, assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { databaseAt, DataIntegrityError, openDatabase, StoreUnavailableError, where } from "@espalier/espalier/data";
import { Book } from "./bookshelf.ts";
import { hasPostgres, openPostgresSchema, postgresUrl } from "./stores.ts";

Deno.test("C5.1 a file that can't be opened is named, with what is needed", async () => {
  const error = await assertRejects(() => openDatabase("sqlite:/nowhere/books.db"), StoreUnavailableError);
  assertEquals(
    error.message,
    'Cannot reach database "sqlite:/nowhere/books.db" as "/nowhere/books.db" must be an SQLite database in a folder that ' +
      "exists and can be written to: unable to open database file: /nowhere/books.db",
  );
});

Deno.test("C5.1 a url that names no store is refused without its password", () => {
  assertThrows(
    () => databaseAt("oracle://me:secret@host/db"),
    TypeError,
    'current value is "oracle://…@host/db"',
  );
  assertThrows(() => databaseAt("oracle://me:a/b@c@host/db?password=d"), TypeError, '"oracle://…@host/db?…"');
  assertThrows(() => databaseAt("mysql://me:a/b@host/db"), TypeError, 'current value is "mysql://…@host/db"');
  assertThrows(
    () => databaseAt("mysql://me:secret@host"),
    TypeError,
    'must be mysql://user:password@host:port/database, with user and password encoded by encodeURIComponent: current value is "mysql://…@host"',
  );
  assertThrows(
    () => databaseAt("mariadb://me:secret@host/db?password=d"),
    TypeError,
    'must have no parameter but "ssl" (true or no-verify): current value is "password"',
  );
  assertThrows(
    () => databaseAt("postgres://me:a/b@host/db"),
    TypeError,
    "must be postgres://user:password@host:port/database, with user and password encoded by encodeURIComponent: " +
      'current value is "postgres://…@host/db"',
  );
});

/** What opening a database says in a process of its own. */
async function openedWith(flags: readonly string[], url: string): Promise<string> {
  const code = `
    import { openDatabase } from "${new URL("../../src/data/mod.ts", import.meta.url).href}";
    await openDatabase("${url}").catch((error) => console.log(error.message));`;
  const config = new URL("../../deno.json", import.meta.url).pathname;
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--no-check", "--quiet", ...flags, "--config", config, "-"],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = command.stdin.getWriter();
  await writer.write(new TextEncoder().encode(code));
  await writer.close();
  return new TextDecoder().decode((await command.output()).stdout);
}

Deno.test("C5.1 a missing permission is named with its flag", async () => {
  const file = await openedWith([], "sqlite:/tmp/espalier-not-allowed.db");
  assert(file.includes('run with --allow-read and --allow-write for "/tmp/espalier-not-allowed.db"'), file);
  const postgres = "postgres://somebody:secret@127.0.0.1:1/shop";
  const noVariables = await openedWith(["--allow-net"], postgres);
  assert(noVariables.includes("reach it: run with --allow-env='PG*' (Requires env access to \"PG"), noVariables);
  const noNetwork = await openedWith(["--allow-env=PG*"], postgres);
  assert(noNetwork.includes("reach it: run with --allow-net (Requires net access to"), noNetwork);
});

Deno.test("C5.1 a file keeps what was saved, and reads don't wait for a transaction", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const url = `sqlite:${folder}/books.db`;
    {
      await using database = await openDatabase(url);
      await database.createTables(Book);
      const books = database.repository<Book, string>(Book);
      const opened = Promise.withResolvers<void>();
      const finish = Promise.withResolvers<void>();
      const writing = database.transactions.run(async () => {
        await books.save(new Book("1"));
        opened.resolve();
        await finish.promise;
      });
      await opened.promise;
      assertEquals(await books.count(), 0);
      finish.resolve();
      await writing;
      assertEquals(await books.count(), 1);
    }
    await using again = await openDatabase(url);
    assertEquals((await again.repository<Book, string>(Book).findAll()).map(({ id }) => id), ["1"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("C5.1 a server that is not there is named without the password", async () => {
  const error = await assertRejects(
    () => openDatabase("postgres://me:secret@127.0.0.1:1/books"),
    StoreUnavailableError,
  );
  assertEquals(error.message.startsWith('Cannot reach database "postgres://me@127.0.0.1:1/books" as it must be'), true);
  assertEquals(error.message.includes("secret"), false);
});

Deno.test({
  name: "C5.1 a store that goes away is reported, and used again when it is back",
  ignore: !hasPostgres,
  fn: async () => {
    await using database = await openPostgresSchema();
    await database.createTables(Book);
    const books = database.repository<Book, string>(Book);
    await books.save(new Book("1"));
    const [{ pid }] = await database.execute("select pg_backend_pid() as pid") as [{ pid: number }];
    await using other = await openDatabase(postgresUrl);
    const sleeping = assertRejects(() => database.execute("select pg_sleep(30)"), StoreUnavailableError);
    await untilTrue(async () => {
      const rows = await other.execute(
        "select 1 from pg_stat_activity where pid = $1 and query like '%pg_sleep%' and state = 'active'",
        [pid],
      );
      return rows.length > 0;
    });
    await other.execute("select pg_terminate_backend($1)", [pid]);
    await sleeping;
    assertEquals(await books.countBy(where("id").is("1")), 1);
  },
});

Deno.test({
  name: "C5.1 a connection that breaks within a transaction fails the transaction, not the process",
  ignore: !hasPostgres,
  fn: async () => {
    await using database = await openPostgresSchema();
    await database.createTables(Book);
    const books = database.repository<Book, string>(Book);
    await using other = await openDatabase(postgresUrl);
    const broken = database.transactions.run(async () => {
      await books.save(new Book("1"));
      const [{ pid }] = await database.execute("select pg_backend_pid() as pid") as [{ pid: number }];
      await other.execute("select pg_terminate_backend($1)", [pid]);
      await untilTrue(async () =>
        (await other.execute("select 1 from pg_stat_activity where pid = $1", [pid])).length === 0
      );
      await books.count();
    });
    await assertRejects(() => broken, StoreUnavailableError);
    assertEquals(await books.count(), 0);
  },
});

Deno.test({
  name: "C5.1 a pool whose connections are all in use says so",
  ignore: !hasPostgres,
  fn: async () => {
    await using database = await openPostgresSchema({ properties: { connectTimeoutMs: 200 } });
    await database.createTables(Book);
    const books = database.repository<Book, string>(Book);
    const [all, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let begun = 0;
    const holding = Array.from({ length: 4 }, () =>
      database.transactions.run(async () => {
        if (++begun === 4) all.resolve();
        await end.promise;
      }));
    await all.promise;
    const error = await assertRejects(() => books.count(), StoreUnavailableError);
    assertStringIncludes(error.message, "a connection must come free within 200 ms: all 4 of the pool are in use");
    end.resolve();
    await Promise.all(holding);
    assertEquals(await books.count(), 0);
  },
});

Deno.test({
  name: "C5.1 values that PostgreSQL can't hold are refused as such",
  ignore: !hasPostgres,
  fn: async () => {
    await using database = await openPostgresSchema();
    await database.createTables(Book);
    const books = database.repository<Book, string>(Book);
    for (const values of [{ title: "a\0b" }, { published: 2 ** 40 }, { subjects: ["\0"] }]) {
      const error = await assertRejects(() => books.save(new Book("1", values)), DataIntegrityError);
      assertEquals(error.rule, "check");
    }
    assertEquals(await books.countBy(where("title").is("a\0b")), 0);
  },
});

Deno.test({
  name: "C5.1 an aborted query stops on the server",
  ignore: !hasPostgres,
  fn: async () => {
    await using database = await openPostgresSchema();
    await using other = await openDatabase(postgresUrl);
    const mark = crypto.randomUUID();
    const isRunning = async () =>
      (await other.execute(
        "select 1 from pg_stat_activity where query like $1 and state = 'active' and pid <> pg_backend_pid()",
        [
          `%${mark}%`,
        ],
      )).length > 0;
    const controller = new AbortController();
    const waiting = assertRejects(
      () => database.execute(`select pg_sleep(30) /* ${mark} */`, [], controller.signal),
      Error,
      "gone",
    );
    await untilTrue(isRunning);
    controller.abort(new Error("gone"));
    await waiting;
    await untilTrue(async () => !(await isRunning()));
  },
});

/** Asks again until the answer is yes: for what another process does. */
async function untilTrue(ask: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await ask())) if (Date.now() > deadline) throw new Error("Nothing happened within 10 s");
}
