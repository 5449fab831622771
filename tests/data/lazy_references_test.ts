import { assertEquals, assertRejects } from "@std/assert";
import {
  controller,
  createApp,
  createContainer,
  data,
  describeType,
  graphql,
  param,
  QueryMapping,
  Resource,
  SchemaMapping,
  t,
} from "@espalier/espalier";
import { Database, openDatabase, Sort } from "@espalier/espalier/data";
import { recordWork, WorkRecorder } from "@espalier/espalier/testing";
import { onEveryStoreWith } from "./stores.ts";

class Author {
  constructor(readonly id: string, readonly name: string) {}
}
describeType(Author, { id: t.id, name: t.string }, { id: "id" });

class Book {
  constructor(readonly id: string, readonly author: Author | null) {}
}
describeType(Book, { id: t.id, author: t.nullable(t.object(() => Author)) }, {
  id: "id",
  references: { author: { fetch: "reference" } },
});

async function fill(database: Database, books: number): Promise<void> {
  const authors = Array.from({ length: 3 }, (_, i) => new Author(`a${i}`, `Author ${i}`));
  await database.repository(Author).saveAll(authors);
  const all = Array.from({ length: books }, (_, i) => new Book(`b${i}`, i === 0 ? null : authors[i % 3]!));
  await database.repository(Book).saveAll(all);
}

onEveryStoreWith(
  [Author, Book],
  "a reference is loaded when it is asked for, null where it leads nowhere",
  async (database) => {
    await fill(database, 5);
    const books = await database.repository<Book, string>(Book).findAll(Sort.by("id"));
    assertEquals(books.map(({ author }) => author?.name), Array(5).fill(undefined));
    const authors = await Promise.all(books.map(({ author }) => database.load(author)));
    assertEquals(authors.map((author) => author?.name), [undefined, "Author 1", "Author 2", "Author 0", "Author 1"]);
    assertEquals(await database.load(new Author("nobody", "")), null);
    // What a transaction wrote is seen in it, and nowhere else.
    const renamed = Promise.withResolvers<void>();
    const looked = Promise.withResolvers<void>();
    const { transactions } = database;
    const name = async () => (await database.load(books[1]!.author))?.name;
    if (database.maxTransactions > 1) {
      const writing = transactions.run(async () => {
        await database.repository(Author).save(new Author("a1", "Renamed"));
        renamed.resolve();
        await looked.promise;
        return await name();
      });
      await renamed.promise;
      assertEquals(await name(), "Author 1");
      looked.resolve();
      assertEquals(await writing, "Renamed");
    }
  },
);

Deno.test("references that are loaded in one turn are read by one statement, in GraphQL too", async () => {
  class BookController {
    constructor(readonly database: Database) {}

    @QueryMapping({ params: [], returns: t.list(t.object(() => Book)) })
    books(): Promise<Book[]> {
      return this.database.repository<Book, string>(Book).findAll(Sort.by("id"));
    }

    @SchemaMapping({ params: [param.source(() => Book)], returns: t.nullable(t.object(() => Author)) })
    author(book: Book): Promise<Author | null> {
      return this.database.load(book.author);
    }
  }
  const schema = `
    type Query { books: [Book!]! }
    type Book { id: ID!, author: Author }
    type Author { name: String! }
  `;
  await using app = await createApp(createContainer(
    data({ entities: [Author, Book] }),
    graphql({
      schema: [Resource.text("books", schema)],
    }),
    recordWork(),
    controller(BookController, Database),
  ));
  await fill(app.container.get(Database), 50);
  const query = "{ books { author { name } } }";
  const request = new Request(`http://localhost/graphql?${new URLSearchParams({ query })}`);
  const { result, statements } = await app.container.get(WorkRecorder).during(async () =>
    await (await app.fetch(request)).json()
  );
  const [first, second] = result.data.books;
  assertEquals([result.data.books.length, first.author, second.author], [50, null, { name: "Author 1" }]);
  assertEquals(statements.length, 2);
});

Deno.test("what is no reference is refused", async () => {
  await using database = await openDatabase("memory:");
  await assertRejects(() => database.load({ id: "1" }), TypeError, "must be an instance of an entity class");
  const without = new Author(undefined as unknown as string, "Ann");
  await assertRejects(
    () => database.load(without),
    TypeError,
    "Cannot load a reference to Author as it must have an id",
  );
});

class Price {
  constructor(readonly id: number, readonly amount: string) {}
}
describeType(Price, { id: t.int, amount: t.decimal }, { id: "id" });

Deno.test("decimals of SQLite have the scale that their column declares", async () => {
  await using database = await openDatabase("sqlite::memory:");
  await database.execute("create table prices (id integer primary key, amount numeric(10,2))");
  const prices = database.repository<Price, number>(Price);
  const amounts = ["10.50", "3.00", "-0.10", "7.125"];
  await prices.saveAll(amounts.map((amount, i) => new Price(i + 1, amount)));
  assertEquals((await prices.findAll(Sort.by("id"))).map(({ amount }) => amount), amounts);
});
