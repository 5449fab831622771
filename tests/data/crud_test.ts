import { assert, assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import {
  DataIntegrityError,
  Limit,
  OptimisticLockingError,
  Order,
  PageRequest,
  Sort,
  UnknownPropertyError,
} from "@espalier/espalier/data";
import { Author, Book, Country, Shelf } from "./bookshelf.ts";
import { onEveryStore, stores } from "./stores.ts";

onEveryStore("C5.1 what is saved is found again, every type of value alike", async (database) => {
  const authors = database.repository<Author, string>(Author);
  const books = database.repository<Book, string>(Book);
  const woolf = await authors.save(new Author("woolf", "Virginia Woolf", 1882, new Country("GB", null)));
  const book = new Book("1", {
    title: "Mrs Dalloway – “Ünïcode” 🌊",
    author: woolf,
    published: 1925,
    price: 12.25,
    inPrint: false,
    copies: 9007199254740993n,
    subjects: ["london", "modernism"],
  });
  const saved = await books.save(book);
  assertEquals([saved.version, book.version], [1, 0]);
  const found = await books.findById("1");
  assertEquals(found, new Book("1", { ...book, version: 1 }));
  assertInstanceOf(found, Book);
  assertInstanceOf(found?.author, Author);
  assertInstanceOf(found?.author?.country, Country);
  assertEquals(await books.findById("2"), null);
});

onEveryStore("C5.1 what is no entity can't be saved or deleted", async (database) => {
  const authors = database.repository<Author, string>(Author);
  const missing = await authors.findById("nobody") as Author;
  const message = "Author as it must be an object: current value is";
  await assertRejects(() => authors.save(missing), TypeError, `Cannot save a ${message} null`);
  await assertRejects(() => authors.saveAll([missing]), TypeError, `Cannot save a ${message} null`);
  await assertRejects(() => authors.delete(missing), TypeError, `Cannot delete a ${message} null`);
  const forgotten = authors.findById("woolf") as unknown as Author;
  await assertRejects(() => authors.save(forgotten), TypeError, `Cannot save a ${message} a promise`);
});

onEveryStore("C5.1 absent values stay absent", async (database) => {
  const authors = database.repository<Author, string>(Author);
  await authors.save(new Author("anon", "Anonymous"));
  assertEquals(await authors.findById("anon"), new Author("anon", "Anonymous", null, null));
});

onEveryStore("C5.1 ids made by the database come back", async (database) => {
  const books = database.repository<Book, string>(Book);
  const shelves = database.repository<Shelf, number>(Shelf);
  const [a, b] = await books.saveAll([new Book("a"), new Book("b")]);
  const first = await shelves.save(new Shelf("first", [b!, a!]));
  const second = await shelves.save(new Shelf("second"));
  assert(first.id !== null && second.id !== null && second.id > first.id);
  assertEquals((await shelves.findById(first.id))?.books.map(({ id }) => id), ["b", "a"]);
  await shelves.save(new Shelf("first", [a!], first.id));
  assertEquals((await shelves.findAll(Sort.by("name"))).map(({ name, books }) => [name, books.length]), [
    ["first", 1],
    ["second", 0],
  ]);
});

onEveryStore("C5.1 entities are counted, found by ids and deleted", async (database) => {
  const books = database.repository<Book, string>(Book);
  await books.saveAll(["a", "b", "c", "d"].map((id) => new Book(id)));
  assertEquals([await books.count(), await books.existsById("a"), await books.existsById("x")], [4, true, false]);
  assertEquals((await books.findAllById(["d", "a", "x"])).map(({ id }) => id).sort(), ["a", "d"]);
  assertEquals(await books.findAllById([]), []);
  await books.deleteById("a");
  await books.deleteById("a");
  await books.deleteAllById(["b", "x"]);
  assertEquals((await books.findAll()).map(({ id }) => id), ["c", "d"]);
  await books.deleteAll([(await books.findById("c"))!]);
  assertEquals(await books.count(), 1);
  await books.deleteAll();
  assertEquals(await books.count(), 0);
});

onEveryStore("C5.1 what is saved as new replaces nothing", async (database) => {
  const authors = database.repository<Author, string>(Author);
  await authors.save(new Author("woolf", "Virginia Woolf"), { isNew: true });
  await assertRejects(() => authors.save(new Author("woolf", "Leonard Woolf"), { isNew: true }), DataIntegrityError);
  assertEquals((await authors.findById("woolf"))?.name, "Virginia Woolf");
  await authors.save(new Author("woolf", "V. Woolf"));
  assertEquals((await authors.findById("woolf"))?.name, "V. Woolf");
});

for (const store of stores) {
  Deno.test({
    name: `C5.1 an id of 0 that the application gives is an id like others [${store.name}]`,
    ignore: store.ignore,
    fn: async () => {
      class Floor {
        constructor(readonly id: number, readonly name: string) {}
      }
      describeType(Floor, { id: t.int, name: t.string }, { id: "id" });
      await using database = await store.open();
      await database.createTables(Floor);
      const floors = database.repository<Floor, number>(Floor);
      await floors.saveAll([new Floor(0, "ground"), new Floor(1, "first")]);
      await floors.save(new Floor(0, "basement"));
      assertEquals((await floors.findAll()).map(({ id, name }) => [id, name]), [[0, "basement"], [1, "first"]]);
    },
  });
}

onEveryStore("C5.1 a lost update is refused", async (database) => {
  const books = database.repository<Book, string>(Book);
  const read = await books.save(new Book("1", { title: "first" }));
  const changed = await books.save(new Book("1", { ...read, title: "second" }));
  assertEquals(changed.version, 2);
  const error = await assertRejects(
    () => books.save(new Book("1", { ...read, title: "third" })),
    OptimisticLockingError,
    'Cannot save Book "1" as its version must still be the stored one: current value is "1"',
  );
  assertEquals([error.entity, error.id, error.version], ["Book", "1", 1]);
  await assertRejects(() => books.delete(read), OptimisticLockingError);
  assertEquals((await books.findById("1"))?.title, "second");
  await books.delete(changed);
  assertEquals(await books.count(), 0);
});

onEveryStore("C5.1 broken references and repeated ids are refused", async (database) => {
  const authors = database.repository<Author, string>(Author);
  const books = database.repository<Book, string>(Book);
  const nobody = new Author("nobody", "Nobody");
  const dangling = await assertRejects(() => books.save(new Book("1", { author: nobody })), DataIntegrityError);
  assertEquals(dangling.rule, "reference");
  await authors.save(nobody);
  await books.save(new Book("1", { author: nobody }));
  const repeated = await assertRejects(() => books.save(new Book("1")), DataIntegrityError);
  assertEquals(repeated.rule, "unique");
  const held = await assertRejects(() => authors.delete(nobody), DataIntegrityError);
  assertEquals(held.rule, "reference");
  await assertRejects(() => books.save(new Book("2", { price: "much" as never })), TypeError, "Book.price");
});

onEveryStore("C3.1 everything is sorted and limited", async (database) => {
  const books = database.repository<Book, string>(Book);
  await books.saveAll([
    new Book("1", { title: "b", published: 1900 }),
    new Book("2", { title: "B", published: null }),
    new Book("3", { title: "a", published: 1800 }),
    new Book("4", { title: "Ä", published: 1900 }),
    new Book("5", { title: "ä", published: 1700 }),
  ]);
  const ids = async (sort: Sort) => (await books.findAll(sort)).map(({ id }) => id).join("");
  assertEquals(await ids(Sort.by("title")), "23145");
  assertEquals(await ids(Sort.by(Order.desc("title"))), "54132");
  assertEquals(await ids(Sort.by(Order.by("title").withIgnoreCase())), "31245");
  assertEquals(await ids(Sort.by("published")), "53142");
  assertEquals(await ids(Sort.by(Order.desc("published"))), "24135");
  assertEquals(await ids(Sort.by(Order.by("published").nullsFirst())), "25314");
  assertEquals(await ids(Sort.by(Order.desc("published").nullsLast())), "41352");
  assertEquals((await books.findAll(Limit.of(2))).map(({ id }) => id), ["1", "2"]);
  assertEquals(await books.findAll(Limit.of(0)), []);
  assertEquals((await books.findAll({ sort: Sort.by(Order.desc("id")), limit: Limit.of(1) }))[0]?.id, "5");
  await assertRejects(() => books.findAll(Sort.by("titel" as string)), UnknownPropertyError, 'did you mean "title"?');
  await assertRejects(() => books.findAll(Sort.by("subjects")), TypeError, "Cannot sort by");
});

onEveryStore("C3.2 nested properties are sorted by an outer join", async (database) => {
  const authors = database.repository<Author, string>(Author);
  const books = database.repository<Book, string>(Book);
  const [z, a] = await authors.saveAll([
    new Author("1", "Zola", null, new Country("FR", "France")),
    new Author("2", "Austen", null, null),
  ]);
  await books.saveAll([new Book("1", { author: z! }), new Book("2", { author: a! }), new Book("3")]);
  const ids = async (sort: Sort) => (await books.findAll(sort)).map(({ id }) => id).join("");
  assertEquals(await ids(Sort.by("author.name")), "213");
  assertEquals(await ids(Sort.by(Order.desc("author.name"))), "312");
  assertEquals(await ids(Sort.by("author.country.name")), "123");
  assertEquals(await ids(Sort.by(Order.by("author.id").nullsFirst())), "312");
});

onEveryStore("C3.3 pages are stable among equals, by the id", async (database) => {
  const books = database.repository<Book, string>(Book);
  await books.saveAll(["e", "c", "a", "d", "b"].map((id) => new Book(id, { title: "same" })));
  const page = async (number: number) => await books.findAll(PageRequest.of(number, 2, Sort.by("title")));
  const pages = [await page(0), await page(1), await page(2), await page(3)];
  assertEquals(pages.map(({ content }) => content.map(({ id }) => id).join("")), ["ab", "cd", "e", ""]);
  assertEquals(pages.map(({ totalElements, totalPages }) => [totalElements, totalPages]), [[5, 3], [5, 3], [5, 3], [
    5,
    3,
  ]]);
  assertEquals((await books.findAll(PageRequest.of(2 ** 31, 1000))).content, []);
  assertEquals((await books.findAll(PageRequest.of(0, 10).withSort(Sort.by("id")))).isLast, true);
});
