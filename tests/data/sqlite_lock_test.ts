import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { createApp, createContainer, data } from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import {
  ConcurrencyFailureError,
  type Database,
  LockTimeoutError,
  openDatabase,
  StoreUnavailableError,
} from "@espalier/espalier/data";
import { Author } from "./bookshelf.ts";

type JournalMode = "wal" | "delete";

/** An SQLite file, and a connection that belongs to no database of ours: SQLite takes it for another process. */
interface LockedFile extends AsyncDisposable {
  readonly url: string;
  readonly other: DatabaseSync;
  /** Locks the file, and releases it after some turns of the event loop, which a blocked one would never reach. */
  lockFor(ms: number): Promise<void>;
}

async function lockedFile(journalMode: JournalMode): Promise<LockedFile> {
  const folder = await Deno.makeTempDir();
  const file = `${folder}/a.db`;
  const other = new DatabaseSync(file, { timeout: 0 });
  other.exec(`pragma journal_mode = ${journalMode}`);
  return {
    url: `sqlite:${file}`,
    other,
    lockFor: async (ms) => {
      other.exec("begin exclusive");
      await new Promise((resolve) => setTimeout(resolve, ms));
      other.exec("commit");
    },
    [Symbol.asyncDispose]: async () => {
      other.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

const authorsOf = (database: Database) => database.repository<Author, string>(Author);

for (const journalMode of ["wal", "delete"] as const) {
  const properties = { sqliteJournalMode: journalMode };

  Deno.test(`a locked SQLite file delays work without blocking the event loop [${journalMode}]`, async () => {
    await using file = await lockedFile(journalMode);
    await using database = await openDatabase(file.url, { properties });
    await database.createTables(Author);
    const authors = authorsOf(database);
    const kinds: Record<string, () => Promise<unknown>> = {
      statement: () => authors.save(new Author("1", "Woolf")),
      transaction: () => database.transactions.run(() => authors.save(new Author("2", "Austen"))),
      tables: () => database.createTables(Author),
      read: () => authors.count(),
      sql: () => database.execute("update authors set name = 'Virginia Woolf' where id = '1'"),
      many: () => Promise.all(Array.from({ length: 20 }, (_, i) => authors.save(new Author(`m${i}`, "x")))),
      "read-only transaction": () => database.transactions.run(() => authors.findAll(), { readOnly: true }),
    };
    for (const [kind, work] of Object.entries(kinds)) {
      const released = file.lockFor(40);
      await assertResolves(kind, work());
      await released;
    }
    assertEquals(await authors.count(), 22);
  });

  Deno.test(`a locked SQLite file is opened when it is free [${journalMode}]`, async () => {
    await using file = await lockedFile(journalMode);
    const released = file.lockFor(40);
    await using database = await openDatabase(file.url, { properties });
    await database.createTables(Author);
    await released;
    assertEquals(await authorsOf(database).count(), 0);
  });

  Deno.test(`a file that stays locked fails the work in time, and all who wait with it [${journalMode}]`, async () => {
    await using file = await lockedFile(journalMode);
    await using database = await openDatabase(file.url, { properties: { ...properties, lockTimeoutMs: 60 } });
    await database.createTables(Author);
    const authors = authorsOf(database);
    file.other.exec("begin exclusive");
    const start = performance.now();
    const waiting = Array.from({ length: 30 }, (_, i) => authors.save(new Author(String(i), "x")));
    const results = await Promise.allSettled([...waiting, database.transactions.run(() => authors.count())]);
    assert(results.every((result) => result.status === "rejected" && result.reason instanceof LockTimeoutError));
    assert(results.every((result) => result.status === "rejected" && result.reason instanceof ConcurrencyFailureError));
    // One after another they would have waited for 31 times as long.
    assert(performance.now() - start < 31 * 60);
    const opening = () => openDatabase(file.url, { properties: { ...properties, lockTimeoutMs: 20 } });
    if (journalMode === "delete") await assertRejects(opening, StoreUnavailableError, "other processes must release");
    file.other.exec("commit");
    await authors.save(new Author("1", "Woolf"));
    assertEquals(await authors.count(), 1);
  });
}

Deno.test("a reader of another process delays a commit with a rollback journal", async () => {
  await using file = await lockedFile("delete");
  await using database = await openDatabase(file.url, { properties: { sqliteJournalMode: "delete" } });
  await database.createTables(Author);
  const authors = authorsOf(database);
  const read = () => file.other.prepare("select count(*) as count from authors").get()!.count;
  file.other.exec("begin");
  assertEquals(read(), 0);
  setTimeout(() => file.other.exec("commit"), 40);
  await database.transactions.run(() => authors.save(new Author("1", "Woolf")));
  assertEquals(read(), 1);
});

Deno.test("a signal and closing end the wait for a locked file", async () => {
  await using file = await lockedFile("wal");
  const database = await openDatabase(file.url);
  await database.createTables(Author);
  const authors = authorsOf(database);
  file.other.exec("begin exclusive");
  const controller = new AbortController();
  const given = assertRejects(() => authors.save(new Author("1", "x"), { signal: controller.signal }), Error, "gone");
  const transaction = database.transactions.run(() => authors.count(), { signal: controller.signal });
  const closed = assertRejects(() => authors.save(new Author("2", "x")), StoreUnavailableError, "has been closed");
  controller.abort(new Error("gone"));
  await given;
  await assertRejects(() => transaction, Error, "gone");
  await database.close();
  await closed;
  file.other.exec("commit");
});

Deno.test("health answers while a file is locked, and while a transaction runs in memory", async () => {
  await using file = await lockedFile("wal");
  for (const url of [file.url, "sqlite::memory:"]) {
    await using app = await createApp(createContainer(data({ url, entities: [Author] }), actuator()), {
      properties: { logging: { level: "OFF" }, actuator: { healthDetails: "always" } },
    });
    const database = await app.container.getAsync((await import("@espalier/espalier/data")).Database);
    const end = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const transaction = database.transactions.run(async () => {
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    const response = await app.fetch(new Request("http://localhost/actuator/health"));
    const { components: { db, diskSpace } } = await response.json();
    assertEquals([response.status, db.status], [200, "UP"]);
    assertEquals(
      diskSpace.details.databases?.map(({ name }: { name: string }) => name),
      url === file.url ? [url] : undefined,
    );
    end.resolve();
    await transaction;
  }
});

async function assertResolves(kind: string, promise: Promise<unknown>): Promise<void> {
  await promise.catch((cause) => {
    throw new Error(`${kind} fails`, { cause });
  });
}
