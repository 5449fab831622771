import { assertEquals, assertRejects } from "@std/assert";
import { type Database, openDatabase } from "@espalier/espalier/data";
import { Author, Book, Shelf } from "./bookshelf.ts";
import { stores } from "./stores.ts";

interface Tables {
  readonly authors: { readonly id: string; readonly name: string };
}

function onEverySqlStore(name: string, test: (database: Database, statements: string[]) => Promise<void>): void {
  for (const store of stores.filter(({ name }) => name !== "memory")) {
    Deno.test({
      name: `${name} [${store.name}]`,
      ignore: store.ignore,
      fn: async () => {
        const statements: string[] = [];
        await using database = await store.open({ onStatement: (text) => void statements.push(text) });
        await database.createTables(Author, Book, Shelf);
        statements.length = 0;
        await test(database, statements);
      },
    });
  }
}

onEverySqlStore("C5.1 a query built with Kysely reads what repositories wrote", async (database, statements) => {
  const authors = database.repository<Author, string>(Author);
  await authors.saveAll([new Author("1", "Woolf"), new Author("2", `O'Brien "%`)]);
  const kysely = await database.kysely<Tables>();
  const query = kysely.selectFrom("authors").select(["id", "name"]).where("name", "=", `O'Brien "%`);
  assertEquals(await query.execute(), [{ id: "2", name: `O'Brien "%` }]);
  assertEquals(statements.at(-1), query.compile().sql);
  const changed = await kysely.updateTable("authors").set({ name: "Virginia Woolf" }).where("id", "in", ["1", "9"])
    .executeTakeFirst();
  assertEquals([changed.numUpdatedRows, (await authors.findById("1"))?.name], [1n, "Virginia Woolf"]);
  const added = await kysely.insertInto("authors").values({ id: "3", name: "Eliot" }).returning("id").execute();
  const removed = await kysely.deleteFrom("authors").where("id", "=", "3").executeTakeFirst();
  assertEquals([added, removed.numDeletedRows], [[{ id: "3" }], 1n]);
  assertEquals(await database.kysely<Tables>() === kysely, true);
});

onEverySqlStore("C5.1 statements of Kysely take part in the current transaction", async (database) => {
  const authors = database.repository<Author, string>(Author);
  const kysely = await database.kysely<Tables>();
  const failing = database.transactions.run(async () => {
    await authors.save(new Author("1", "Woolf"));
    assertEquals(await kysely.selectFrom("authors").select("name").execute(), [{ name: "Woolf" }]);
    await kysely.insertInto("authors").values({ id: "2", name: "Eliot" }).execute();
    assertEquals(await authors.count(), 2);
    throw new Error("changed my mind");
  });
  await assertRejects(() => failing, Error, "changed my mind");
  assertEquals(await authors.count(), 0);
  const own = kysely.transaction().execute((inner) => inner.selectFrom("authors").select("id").execute());
  await assertRejects(() => own, TypeError, "run the work within database.transactions.run");
});

onEverySqlStore("C5.1 errors and signals reach Kysely's callers as they reach repositories'", async (database) => {
  const kysely = await database.kysely<Tables>();
  const insert = kysely.insertInto("authors").values({ id: "1", name: "Woolf" });
  await insert.execute();
  await assertRejects(() => insert.execute(), Error, "Cannot change data as the database refuses it");
  const controller = new AbortController();
  const holding = database.transactions.run(async () => {
    const waiting = kysely.selectFrom("authors").select("id").execute({ signal: controller.signal });
    controller.abort(new Error("given up"));
    await waiting;
  });
  await assertRejects(() => holding, Error, "given up");
  assertEquals((await kysely.selectFrom("authors").select("id").execute()).length, 1);
  await kysely.destroy();
  assertEquals(await database.repository<Author, string>(Author).count(), 1);
});

Deno.test("C5.1 a database without SQL has no Kysely", async () => {
  await using database = await openDatabase("memory:");
  await assertRejects(() => database.kysely(), TypeError, "must be an SQL database");
});
