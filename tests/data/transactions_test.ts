import { assert, assertEquals, assertRejects } from "@std/assert";
import { ConcurrencyFailureError, type Database, openDatabase } from "@espalier/espalier/data";
import { Author, Book } from "./bookshelf.ts";
import { hasPostgres, onEveryStore, openPostgresSchema } from "./stores.ts";

const repositories = (database: Database) => ({
  authors: database.repository<Author, string>(Author),
  books: database.repository<Book, string>(Book),
});

onEveryStore("C5.1 several repositories join one transaction", async (database) => {
  const { authors, books } = repositories(database);
  const { transactions } = database;
  assertEquals(transactions.current, undefined);
  const result = await transactions.run(async () => {
    const outer = transactions.current;
    assert(outer !== undefined);
    const author = await authors.save(new Author("1", "Woolf"));
    return await transactions.run(async () => {
      assertEquals(transactions.current === outer, true);
      await books.save(new Book("1", { author }));
      return "done";
    });
  });
  assertEquals([result, await books.count(), transactions.current], ["done", 1, undefined]);
});

onEveryStore("C5.1 a transaction that fails leaves nothing behind", async (database) => {
  const { authors, books } = repositories(database);
  await books.save(new Book("kept"));
  const failing = database.transactions.run(async () => {
    await authors.save(new Author("1", "Woolf"));
    await authors.save(new Author("1", "Virginia Woolf"));
    await books.deleteById("kept");
    assertEquals([await authors.count(), await books.count()], [1, 0]);
    throw new Error("no");
  });
  await assertRejects(() => failing, Error, "no");
  assertEquals([await authors.count(), await books.count()], [0, 1]);
  await assertRejects(() => books.saveAll([new Book("2"), new Book("2"), new Book("kept")]));
  assertEquals(await books.count(), 1);
});

onEveryStore("C5.1 a part that failed fails the whole transaction", async (database) => {
  const { books } = repositories(database);
  const whole = database.transactions.run(async () => {
    await books.save(new Book("1"));
    await database.transactions.run(() => Promise.reject(new Error("part"))).catch(() => undefined);
  });
  const error = await assertRejects(() => whole, Error, "all work within it must succeed");
  assertEquals((error.cause as Error).message, "part");
  assertEquals(await books.count(), 0);
});

onEveryStore("C5.1 what others write at the same time stays theirs", async (database) => {
  const { books } = repositories(database);
  const opened = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const mine = database.transactions.run(async () => {
    await books.save(new Book("mine"));
    opened.resolve();
    await finish.promise;
    throw new Error("rolled back");
  });
  const failed = assertRejects(() => mine, Error, "rolled back");
  await opened.promise;
  const theirs = books.save(new Book("theirs"));
  finish.resolve();
  await failed;
  await theirs;
  assertEquals((await books.findAll()).map(({ id }) => id), ["theirs"]);
});

onEveryStore("C5.1 work after the commit runs once it is committed, outside of it", async (database) => {
  const { books } = repositories(database);
  const { transactions } = database;
  const log: unknown[] = [];
  await transactions.run(async () => {
    await transactions.afterCommit(async () => void log.push(["after", await books.count(), transactions.current]));
    await books.save(new Book("1"));
    log.push("within");
  });
  assertEquals(log, ["within", ["after", 1, undefined]]);
  await transactions.afterCommit(() => void log.push("at once"));
  await transactions.run(() => {
    transactions.current?.afterCommit(() => void log.push("never"));
    return Promise.reject(new Error("no"));
  }).catch(() => undefined);
  assertEquals(log.slice(2), ["at once"]);
  const broken = transactions.run(async () => {
    await transactions.afterCommit(() => Promise.reject(new Error("hook")));
    await books.save(new Book("2"));
  });
  await assertRejects(() => broken, AggregateError, "the transaction itself is committed");
  assertEquals(await books.count(), 2);
});

onEveryStore("C5.1 work that outlives its transaction is told so", async (database) => {
  const { books } = repositories(database);
  const gate = Promise.withResolvers<void>();
  let late: Promise<unknown> = Promise.resolve();
  await database.transactions.run(() => {
    late = gate.promise.then(() => books.count());
    return Promise.resolve();
  });
  gate.resolve();
  await assertRejects(() => late, Error, "must still be open");
});

onEveryStore("C5.1 a signal ends the wait for a transaction", async (database, { name }) => {
  const { books } = repositories(database);
  const opened = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const holding = database.transactions.run(async () => {
    await books.save(new Book("1"));
    opened.resolve();
    await finish.promise;
  });
  await opened.promise;
  const controller = new AbortController();
  const waiting = name === "postgres"
    ? database.execute("select pg_sleep(30)", [], controller.signal)
    : database.transactions.run(() => books.count(), { signal: controller.signal });
  controller.abort(new Error("given up"));
  await assertRejects(() => waiting, Error, "given up");
  finish.resolve();
  await holding;
  assertEquals(await books.count(), 1);
  await assertRejects(() => books.findAll({ signal: controller.signal }), Error, "given up");
});

Deno.test({
  name: "C5.1 a transaction that PostgreSQL rolled back after a failed statement is not taken for committed",
  ignore: !hasPostgres,
  fn: async () => {
    await using database = await openPostgresSchema();
    await database.createTables(Author);
    const { authors } = repositories(database);
    await authors.save(new Author("1", "Woolf"));
    const told: string[] = [];
    const whole = database.transactions.run(async () => {
      await database.transactions.afterCommit(() => void told.push("stored"));
      await authors.save(new Author("2", "Austen"));
      await authors.save(new Author("1", "Eliot"), { isNew: true }).catch(() => undefined);
    });
    const error = await assertRejects(() => whole, Error, "Cannot commit a transaction as every statement in it must");
    assertEquals((error.cause as Error).name, "DataIntegrityError");
    assertEquals([told, await authors.count()], [[], 1]);

    await database.transactions.run(async () => {
      await database.execute("savepoint before");
      await authors.save(new Author("1", "Eliot"), { isNew: true }).catch(() => undefined);
      await database.execute("rollback to savepoint before");
      await authors.save(new Author("2", "Austen"));
    });
    assertEquals(await authors.count(), 2);
  },
});

Deno.test({
  name: "C5.1 of two transactions that wait for each other one is told to run again",
  ignore: !hasPostgres,
  fn: async () => {
    await using database = await openPostgresSchema();
    await database.createTables(Author);
    const { authors } = repositories(database);
    await authors.saveAll([new Author("1", "Woolf"), new Author("2", "Austen")]);
    const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const both = [["1", "2"], ["2", "1"]].map((ids, i) =>
      database.transactions.run(async () => {
        await authors.save(new Author(ids[0]!, "changed"));
        held[i]!.resolve();
        await held[1 - i]!.promise;
        await authors.save(new Author(ids[1]!, "changed"));
      })
    );
    const results = await Promise.allSettled(both);
    const failures = results.flatMap((result) => result.status === "rejected" ? [result.reason] : []);
    assertEquals(failures.map((error) => error instanceof ConcurrencyFailureError), [true]);
    assertEquals((await authors.findAll()).map(({ name }) => name), ["changed", "changed"]);
  },
});

Deno.test("C5.1 a file that another process holds for too long is told, and what waited may run again", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await using database = await openDatabase(`sqlite:${folder}/a.db`);
    await using other = await openDatabase(`sqlite:${folder}/a.db`, { properties: { lockTimeoutMs: 50 } });
    await database.createTables(Author);
    await database.transactions.run(async () => {
      await assertRejects(() => repositories(other).authors.save(new Author("1", "Woolf")), ConcurrencyFailureError);
      await assertRejects(() => other.transactions.run(() => Promise.resolve()), ConcurrencyFailureError);
    });
    await repositories(other).authors.save(new Author("1", "Woolf"));
    assertEquals(await repositories(database).authors.count(), 1);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
