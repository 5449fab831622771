import { AsyncLocalStorage } from "node:async_hooks";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { assertEquals, assertRejects } from "@std/assert";
import type { Application } from "@espalier/espalier";
import {
  ConcurrencyFailureError,
  Database,
  LockTimeoutError,
  OptimisticLockingError,
  QueryTimeoutError,
  StoreUnavailableError,
} from "@espalier/espalier/data";
import { Author } from "./bookshelf.ts";
import { mutate, Notes, notesApp, query, sendJson } from "./notes_app.ts";
import { hasPostgres, openPostgresSchema, stores } from "./stores.ts";

/** Runs work apart from the transaction of the caller. */
const outside = AsyncLocalStorage.snapshot();

/** Sends the same write by REST and by GraphQL. */
async function bothWrites(app: Application): Promise<unknown[]> {
  const rest = await sendJson(app, "PUT", "/notes/1", { text: "x".repeat(5000) });
  const graphql = await mutate(app, "1", "x".repeat(5000));
  return [rest.status, rest.retryAfter, graphql.status, graphql.classification, graphql.retryAfter];
}

async function withFile(work: (url: string, file: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await work(`sqlite:${folder}/a.db`, `${folder}/a.db`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a locked file is unavailable for REST and GraphQL alike, and says when to try again", async () => {
  await withFile(async (url, file) => {
    await using app = await notesApp({ url }, { data: { lockTimeoutMs: 20 } });
    const other = new DatabaseSync(file);
    other.exec("begin immediate");
    assertEquals(await bothWrites(app), [503, "1", 200, "UNAVAILABLE", "1"]);
    other.exec("commit");
    other.close();
    assertEquals(await bothWrites(app), [201, null, 200, undefined, null]);
  });
});

Deno.test("a full database is unavailable for REST and GraphQL alike, and works when it has room", async () => {
  await withFile(async (url) => {
    await using app = await notesApp({ url });
    const database = await app.container.getAsync(Database);
    const [{ page_count: pages }] = await database.execute("pragma page_count") as [{ page_count: number }];
    await database.execute(`pragma max_page_count = ${pages}`);
    assertEquals(await bothWrites(app), [503, "5", 200, "UNAVAILABLE", "5"]);
    const transaction = database.transactions.run(async () => {
      const notes = "insert into notes values ('2', ?)";
      await database.execute(notes, ["y".repeat(9000)]).catch(() => undefined);
      // SQLite has rolled back: this must not be committed alone.
      await database.execute(notes, ["y"]);
    });
    await assertRejects(() => transaction, Error, "SQLite rolled it back after a statement failed");
    assertEquals((await query(app, "2")).body, { data: { note: null } });
    await database.execute("pragma max_page_count = 100000");
    assertEquals(await bothWrites(app), [201, null, 200, undefined, null]);
  });
});

Deno.test("a database that takes no changes, or was closed, is unavailable for REST and GraphQL alike", async () => {
  await withFile(async (url) => {
    await using app = await notesApp({ url });
    const database = await app.container.getAsync(Database);
    await database.execute("pragma query_only = on");
    assertEquals(await bothWrites(app), [503, "5", 200, "UNAVAILABLE", "5"]);
    await database.close();
    assertEquals(await bothWrites(app), [503, "5", 200, "UNAVAILABLE", "5"]);
    assertEquals((await sendJson(app, "GET", "/notes")).status, 503);
  });
});

for (const store of stores) {
  Deno.test({
    name: `text with NUL characters or half of a surrogate pair is a bad request on REST and GraphQL [${store.name}]`,
    ignore: store.ignore,
    fn: async () => {
      const isPostgres = store.name === "postgres";
      await using schema = isPostgres ? await openPostgresSchema() : undefined;
      const [{ current_schema: name } = {}] = await schema?.execute("select current_schema()") ?? [];
      const url = { memory: "memory:", sqlite: "sqlite::memory:", postgres: "postgres://postgres@127.0.0.1:5432/test" }[
        store.name as "memory"
      ];
      await using app = await notesApp({ url, ...(name === undefined ? {} : { schema: String(name) }) });
      for (const text of ["a\0b", "\ud800", "x\udfffy"]) {
        const answers = await Promise.all([
          mutate(app, "1", text),
          mutate(app, text, "t"),
          query(app, text),
          sendJson(app, "POST", "/notes", { id: text, text: "t" }),
          sendJson(app, "POST", "/notes", { id: "1", text }),
          sendJson(app, "PUT", "/notes/1", { text }),
          sendJson(app, "POST", "/notes", { id: "1", text: "t", [text]: 1 }),
        ]);
        assertEquals(answers.map(({ status }) => status), answers.map(() => 400));
        assertEquals(answers.slice(0, 3).map(({ classification }) => classification), Array(3).fill("BAD_REQUEST"));
      }
      for (
        const path of [
          "%00",
          "search/findByText?text=%00",
          "search/findByText?text=%ED%A0%80",
          "?sort=%00",
          "1?projection=a%00",
        ]
      ) {
        assertEquals([path, (await sendJson(app, "GET", `/notes/${path}`)).status], [path, 400]);
      }
      const literal = await sendJson(app, "POST", "/graphql", { query: '{ note(id: "\\u0000") { text } }' });
      assertEquals([literal.status, literal.classification], [200, "BAD_REQUEST"]);
      assertEquals((await sendJson(app, "GET", "/notes")).body._embedded.notes, []);
    },
  });
}

Deno.test("a lost race is a conflict on GraphQL, as on REST", async () => {
  await using app = await notesApp({ url: "memory:" });
  const notes = app.container.get(Notes);
  for (
    const error of [
      new OptimisticLockingError({ entity: "Note", id: "1", version: 1 }),
      new ConcurrencyFailureError("deadlock detected"),
    ]
  ) {
    notes.save = () => Promise.reject(error);
    const answers = [await mutate(app, "1", "x"), await sendJson(app, "PUT", "/notes/1", { text: "x" })];
    assertEquals([answers[0]!.status, answers[0]!.classification, answers[1]!.status], [200, "CONFLICT", 409]);
    assertEquals(JSON.stringify(answers).includes("deadlock"), false);
  }
});

const onPostgres = (name: string, fn: () => Promise<void>) => Deno.test({ name, ignore: !hasPostgres, fn });

onPostgres("a statement that takes too long is stopped, and its connection is used again", async () => {
  await using database = await openPostgresSchema({ maxConnections: 1, properties: { statementTimeoutMs: 60 } });
  const pid = async () => (await database.execute("select pg_backend_pid() as pid"))[0]!.pid;
  const before = await pid();
  await assertRejects(
    () => database.execute("select pg_sleep(5)"),
    QueryTimeoutError,
    "data.statementTimeoutMs (60 ms)",
  );
  assertEquals(await pid(), before);
});

onPostgres("a row that stays locked fails the statement that waits for it, not the connection", async () => {
  await using database = await openPostgresSchema({ properties: { lockTimeoutMs: 60 } });
  await database.createTables(Author);
  const authors = database.repository<Author, string>(Author);
  await authors.save(new Author("1", "Woolf"));
  await database.transactions.run(async () => {
    await authors.findById("1", { lock: "update" });
    await assertRejects(() => outside(() => authors.save(new Author("1", "Eliot"))), LockTimeoutError);
  });
});

onPostgres("a transaction that nobody goes on with is ended by the server", async () => {
  await using database = await openPostgresSchema({ properties: { idleInTransactionTimeoutMs: 40 } });
  const idle = database.transactions.run(async () => {
    await database.execute("select 1");
    await new Promise((resolve) => setTimeout(resolve, 300));
    await database.execute("select 1");
  });
  await assertRejects(() => idle, StoreUnavailableError);
  assertEquals((await database.execute("select 1 as one"))[0]!.one, 1);
});

onPostgres("all connections of the pool in use is unavailable", async () => {
  await using database = await openPostgresSchema({ maxConnections: 1, properties: { connectTimeoutMs: 60 } });
  await database.transactions.run(async () => {
    await database.execute("select 1");
    const other = () => outside(() => database.execute("select 1"));
    await assertRejects(other, StoreUnavailableError, "a connection must come free within 60 ms");
  });
});

onPostgres("work lifts the limit of its own statements", async () => {
  await using database = await openPostgresSchema({ properties: { statementTimeoutMs: 50 } });
  await database.createTables(Author);
  await database.transactions.run(async () => {
    await database.execute("set local statement_timeout = 0");
    await database.execute("select pg_sleep(0.2)");
  });
});

onPostgres("statements that are started together within a transaction reach the driver one by one", async () => {
  await using database = await openPostgresSchema();
  const warnings: string[] = [];
  const listen = (warning: Error) => void warnings.push(warning.message);
  process.on("warning", listen);
  const rows = await database.transactions.run(() =>
    Promise.all(Array.from({ length: 5 }, (_, i) => database.execute("select $1::int as i", [i])))
  );
  await new Promise((resolve) => setTimeout(resolve));
  process.off("warning", listen);
  assertEquals([rows.flat().map(({ i }) => i), warnings], [[0, 1, 2, 3, 4], []]);
});

onPostgres("a transaction that a client gives up stops no statement of the next request", async () => {
  await using database = await openPostgresSchema({ maxConnections: 1 });
  for (let round = 0; round < 5; round++) {
    const controller = new AbortController();
    const given = database.transactions.run(async () => {
      setTimeout(() => controller.abort(new Error("gone")), 20);
      await database.execute("select pg_sleep(5)", [], controller.signal);
    });
    await assertRejects(() => given, Error, "gone");
    for (let i = 0; i < 3; i++) await database.execute("select pg_sleep(0.01)");
  }
});
