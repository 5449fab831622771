import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Database } from "@espalier/espalier/data";
import { Author, Book } from "./bookshelf.ts";
import { onEveryStore } from "./stores.ts";

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
  await assertRejects(() => whole, Error, "all work within it must succeed");
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
