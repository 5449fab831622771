import { assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { createApp, createContainer, data, StartupError } from "@espalier/espalier";
import { Database, openDatabase, repository, StoreUnavailableError, Transactions } from "@espalier/espalier/data";
import { Author } from "./bookshelf.ts";

const quiet = { properties: { logging: { level: "OFF" } } } as const;

Deno.test("C5.1 data() opens the database at start-up, makes tables and closes it at the end", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const url = `sqlite:${folder}/authors.db`;
    {
      await using app = await createApp(createContainer(data({ url, entities: [Author] })), quiet);
      const database = app.container.get(Database);
      assertStrictEquals(app.container.get(Transactions), database.transactions);
      await database.repository(Author).save(new Author("1", "Woolf"));
    }
    // A database that is closed leaves its write-ahead log behind no more.
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["authors.db"]);
    await using app = await createApp(createContainer(data({ url, entities: [Author] })), quiet);
    assertEquals(await app.container.get(Database).repository(Author).count(), 1);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("C5.1 a database that can't be opened fails the start, naming it", async () => {
  const error = await assertRejects(
    () => createApp(createContainer(data({ url: "sqlite:/nowhere/authors.db" })), quiet),
    StartupError,
    'Cannot start the application as "data: open the database" failed: Cannot reach database "sqlite:/nowhere/authors.db"',
  );
  assertEquals(error.reason instanceof StoreUnavailableError, true);
});

Deno.test("C5.1 entities that are no classes are refused where they are named", () => {
  const unchecked = (entities: unknown) => data({ entities: entities as never });
  class Book {}
  assertThrows(() => unchecked(Book), TypeError, 'must be a list of classes: current value is class "Book"');
  assertThrows(
    () => unchecked([undefined]),
    TypeError,
    'option "entities" of data() as it must be given a class: current value is undefined (if two files import each other',
  );
});

Deno.test("C5.1 what is no criterion, and a result that is not named, are told with what is needed", async () => {
  const unchecked = (value: unknown) => value as never;
  await using database = await openDatabase("memory:");
  await assertRejects(
    () => database.repository(Author).findBy(unchecked({ name: "Woolf" })),
    TypeError,
    'Cannot query as criteria must be made by where("title").is("Emma"), or an example by Example.of(…): current',
  );
  class Authors extends repository(Author, { findByName: unchecked(undefined) }) {}
  assertThrows(() => new Authors(database), TypeError, "must return one or list or page or slice or window or stream");
});
