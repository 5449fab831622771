import { assertEquals, assertRejects } from "@std/assert";
import { ConcurrencyFailureError, type Database, openDatabase, OptimisticLockingError } from "@espalier/espalier/data";
import { Author, Book, Shelf } from "./bookshelf.ts";
import { onEveryStore } from "./stores.ts";

const authorsOf = (database: Database) => database.repository<Author, string>(Author);

onEveryStore("20.1 a nested part fails alone, with what it registered, and the rest is committed", async (database) => {
  const authors = authorsOf(database);
  const { transactions } = database;
  const told: string[] = [];
  const note = (text: string) => transactions.afterCommit(() => void told.push(text));
  await transactions.run(async () => {
    await authors.save(new Author("1", "kept"));
    await note("outer");
    const part = transactions.run(async () => {
      await authors.save(new Author("2", "lost"));
      await note("lost");
      await authors.save(new Author("1", "again"), { isNew: true });
    }, { nested: true });
    await assertRejects(() => part);
    await transactions.run(async () => {
      await authors.save(new Author("3", "kept"));
      await transactions.run(async () => {
        await authors.save(new Author("4", "lost"));
        throw new Error("inner");
      }, { nested: true }).catch(() => undefined);
      await note("part");
    }, { nested: true });
    // Parts that begin at the same time come one after the other.
    await Promise.all(["5", "6"].map((id) =>
      transactions.run(async () => {
        await authors.save(new Author(id, id));
        if (id === "6") throw new Error("no");
      }, { nested: true }).catch(() => undefined)
    ));
  });
  assertEquals((await authors.findAll()).map(({ id }) => id).toSorted(), ["1", "3", "5"]);
  assertEquals(told, ["outer", "part"]);
});

onEveryStore("20.1 a nested part without a transaction is one", async (database) => {
  const authors = authorsOf(database);
  const part = database.transactions.run(async () => {
    await authors.save(new Author("1", "lost"));
    throw new Error("no");
  }, { nested: true });
  await assertRejects(() => part, Error, "no");
  assertEquals(await authors.count(), 0);
});

onEveryStore("20.1 lost races are run again, others fail at once", async (database) => {
  const books = database.repository<Book, string>(Book);
  await books.save(new Book("1"));
  const add = (attempts: number[]) => async () => {
    attempts.push(attempts.length);
    const book = (await books.findById("1"))!;
    if (attempts.length < 3) throw new OptimisticLockingError({ entity: "Book", id: "1", version: book.version });
    return await books.save({ ...book, copies: book.copies + 1n } as Book);
  };
  const [three, two, once]: [number[], number[], number[]] = [[], [], []];
  const quick = { backoffMs: 1 };
  assertEquals((await database.transactions.run(add(three), { retry: quick })).copies, 2n);
  await assertRejects(
    () => database.transactions.run(add(two), { retry: { ...quick, maxAttempts: 2 } }),
    ConcurrencyFailureError,
  );
  await assertRejects(() => database.transactions.run(add(once)), OptimisticLockingError);
  assertEquals([three.length, two.length, once.length], [3, 2, 1]);
  let failures = 0;
  const broken = () => database.transactions.run(() => Promise.reject(new Error(`${++failures}`)), { retry: true });
  await assertRejects(broken, Error, "1");
  await assertRejects(
    () => database.transactions.run(add([]), { retry: { maxAttempts: 0 } }),
    TypeError,
    "maxAttempts",
  );
});

onEveryStore("20.1 what a locking read finds stays as it is until the transaction ends", async (database) => {
  const authors = authorsOf(database);
  await authors.save(new Author("1", "0"));
  await Promise.all(Array.from({ length: 10 }, () =>
    database.transactions.run(async () => {
      const author = (await authors.findById("1", { lock: "update" }))!;
      await authors.save(new Author("1", String(Number(author.name) + 1)));
    })));
  assertEquals((await authors.findById("1"))?.name, "10");
  await assertRejects(
    () => authors.findById("1", { lock: "update" }),
    TypeError,
    "run the work within transactions.run",
  );
});

onEveryStore("20.1 a locking read may sort by an optional reference", async (database) => {
  const books = database.repository<Book, string>(Book);
  await books.save(new Book("1"));
  const { Sort } = await import("@espalier/espalier/data");
  const found = await database.transactions.run(() => books.findAll({ sort: Sort.by("author.name"), lock: "update" }));
  assertEquals(found.length, 1);
});

onEveryStore("20.1 a read-only transaction reads, and refuses every change", async (database) => {
  const authors = authorsOf(database);
  const shelves = database.repository<Shelf, number>(Shelf);
  await authors.save(new Author("1", "Woolf"));
  const readOnly = <R>(work: () => Promise<R>) => database.transactions.run(work, { readOnly: true });
  assertEquals(await readOnly(() => authors.count()), 1);
  const changes: readonly (() => Promise<unknown>)[] = [
    () => authors.save(new Author("2", "x")),
    () => authors.deleteAll(),
    () => shelves.save(new Shelf("s")),
  ];
  for (const change of changes) {
    await assertRejects(() => readOnly(change), TypeError, "the transaction is read-only");
  }
  await authors.save(new Author("2", "Austen"));
  assertEquals(await authors.count(), 2);
});

onEveryStore("20.1 isolation is at least what was asked for, or is refused", async (database, { name }) => {
  const { transactions } = database;
  const authors = authorsOf(database);
  await authors.save(new Author("1", "before"));
  await transactions.run(async () => {
    assertEquals((await authors.findById("1"))?.name, "before");
    if (name === "postgres") {
      const [row] = await database.execute("show transaction_isolation");
      assertEquals(row!.transaction_isolation, "serializable");
    }
    if (name === "mariadb") {
      const [row] = await database.execute(
        `select trx_isolation_level as level from information_schema.innodb_trx where trx_mysql_thread_id = connection_id()`,
      );
      assertEquals(row!.level, "SERIALIZABLE");
    }
    await transactions.run(() => authors.count(), { isolation: "repeatable read" });
  }, { isolation: "serializable" });
  const joined = transactions.run(() => transactions.run(() => authors.count(), { isolation: "serializable" }));
  if (name === "postgres" || name === "mariadb") {
    await assertRejects(() => joined, TypeError, 'must be isolated by "serializable"');
  } else assertEquals(await joined, 1);
});

onEveryStore("20.1 transactions that can't be serialized are run again", async (database) => {
  const authors = authorsOf(database);
  await authors.save(new Author("1", "0"));
  await Promise.all(Array.from({ length: 4 }, () =>
    database.transactions.run(async () => {
      const author = (await authors.findById("1"))!;
      await authors.save(new Author("1", String(Number(author.name) + 1)));
    }, { isolation: "serializable", retry: { maxAttempts: 20, backoffMs: 1, maxBackoffMs: 20 } })));
  assertEquals((await authors.findById("1"))?.name, "4");
});

Deno.test("20.1 a read-only transaction of a file sees one state, beside the transaction that writes", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await using database = await openDatabase(`sqlite:${folder}/a.db`);
    await database.createTables(Author);
    const authors = authorsOf(database);
    const counts: number[] = [];
    const begun = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const reading = database.transactions.run(async () => {
      counts.push(await authors.count());
      begun.resolve();
      await written.promise;
      counts.push(await authors.count());
    }, { readOnly: true });
    await begun.promise;
    await database.transactions.run(() => authors.save(new Author("1", "Woolf")));
    written.resolve();
    await reading;
    // More at the same time than there are connections.
    await Promise.all(
      Array.from({ length: 9 }, () => database.transactions.run(() => authors.count(), { readOnly: true })),
    );
    assertEquals([...counts, await authors.count()], [0, 0, 1]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
