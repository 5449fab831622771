import { assert, assertEquals, assertInstanceOf, assertThrows } from "@std/assert";
import { describeType, entity, extend, t, value } from "@espalier/espalier";
import { descriptionOf } from "../../../src/kernel/describe_type.ts";
import { type Database, repository, Sort, where } from "@espalier/espalier/data";
import { onEveryStoreWith } from "../stores.ts";
import { AudioBook, AudioBooks, Author, Authors, Book, Books, Money } from "./library.ts";

const price = new Money({ cents: 990, currency: "EUR" });

class Shelf extends entity({ id: t.generatedId, name: t.string }, { id: "id" }) {
  constructor(name: string) {
    super({ name: name.trim() });
  }
}

function onEveryStore(name: string, test: (database: Database) => Promise<void>): void {
  onEveryStoreWith([Author, Book, AudioBook, Shelf], `entity class: ${name}`, test);
}

Deno.test("entity class: the constructor takes properties by name and fills in defaults", () => {
  const author = new Author({ name: "Jane Austen", born: null, books: [] });
  const book = new Book({ title: "Emma", price, author });
  assertEquals({ ...book }, { title: "Emma", status: "IN", price, author, tags: [] });
  book.tags.push("novel");
  assertEquals(new Book({ title: "Persuasion", price, author }).tags, []);
  book.title = "Emma, a novel";
  assertEquals([book.label, book instanceof Book], ["Emma, a novel by Jane Austen", true]);
  assertEquals(price.plus(price).cents, 1980);
});

Deno.test("entity class: properties that are not described are refused, as is what is no object", () => {
  const given = { name: "Jane Austen", born: null, books: [], nmae: "Jane" };
  assertThrows(
    () => new Author(given),
    TypeError,
    'Cannot make a Author as property "nmae" is not described: did you mean "name"?',
  );
  assertThrows(
    () => new (Money as unknown as new (cents: number) => Money)(990),
    TypeError,
    "Cannot make a Money as its properties must be given by name, new Money({ … }): current value is 990",
  );
});

Deno.test("entity class: a nullable property that is left out is null, an optional one is absent", () => {
  const Loose = Author as unknown as new (given: object) => Author;
  assertEquals({ ...new Loose({ name: "Ada" }) }, { name: "Ada", born: null });
});

Deno.test("entity class: the class that extends the base has the description, and its subclasses the same", () => {
  class Signed extends Book {}
  assertEquals(descriptionOf(Signed)?.type, Book);
  assertEquals(descriptionOf(Book)?.type, Book);
  assertEquals(descriptionOf(Book)?.entity.version, "version");
  assertEquals([...descriptionOf(AudioBook)!.properties.keys()].at(-1), "minutes");
  assertEquals([Book.name, descriptionOf(AudioBook)?.type.name], ["Book", "AudioBook"]);
});

Deno.test("entity class: a name that is given stands for that of the class", () => {
  class a extends entity({ id: t.id }, { id: "id", name: "Shelf" }) {}
  assertEquals([descriptionOf(a)?.type, a.name], [a, "Shelf"]);
});

Deno.test("entity class: it can't be described again, and only described classes can be extended", () => {
  class Shelf extends entity({ id: t.id }, { id: "id" }) {}
  assertThrows(
    () => describeType(Shelf, {}),
    TypeError,
    'Cannot describe class "Shelf" as it has been described before',
  );
  class Plain {}
  assertThrows(
    () => extend(Plain, { id: t.id }),
    TypeError,
    'Cannot extend class "Plain" as it must be described by its base class: class Plain extends entity({…}, {…}) {}',
  );
  assertThrows(() => value({ id: "no" as never }), TypeError, 'Cannot describe property "id"');
});

Deno.test("entity class: a structured clone and JSON hold the described properties", () => {
  const book = new Book({ id: "1", title: "Emma", price, author: new Author({ name: "J", born: 1, books: [] }) });
  const plain = { id: "1", title: "Emma", status: "IN", price: { cents: 990, currency: "EUR" } };
  const { author: _, tags: __, ...cloned } = structuredClone({ ...book });
  assertEquals(cloned, plain);
  assertEquals(new Money(JSON.parse(JSON.stringify(price))), price);
});

Deno.test("entity class: describeType takes lists that may be changed", () => {
  class Mine {
    tags: string[] = [];
    more: string[] | null = null;
  }
  assertEquals([
    ...describeType(Mine, { tags: t.list(t.string), more: t.nullable(t.list(t.string)) }).properties.keys(),
  ], [
    "tags",
    "more",
  ]);
});

onEveryStore(
  "what is saved is read as it was, with methods, embedded values, references and private fields",
  async (database) => {
    const [authors, books] = [new Authors(database), new Books(database)];
    const author = await authors.save(new Author({ name: "Jane Austen", born: 1775, books: [] }));
    const saved = await books.save(new Book({ title: "Emma", price, author, tags: ["novel"] }));
    assertEquals(saved.note("kept").notes, ["kept"]);
    const [read] = await books.findByAuthorNameOrderByTitle("Jane Austen");
    assertInstanceOf(read, Book);
    assertEquals([read.label, read.price.plus(price).cents, read.tags], ["Emma by Jane Austen", 1980, ["novel"]]);
    assertEquals(read.note("read").notes, ["read"]);
    assert(!("subtitle" in read));
    read.title = "Emma, a novel";
    const again = await books.save(read);
    assertEquals([again.title, again.version > saved.version], ["Emma, a novel", true]);
    assertEquals((await books.findBy(where("price.cents").atLeast(990), { sort: Sort.by("author.name") })).length, 1);
    const [selected] = await books.findAll({ select: ["title"] });
    assertEquals(selected?.title, "Emma, a novel");
  },
);

onEveryStore("an inherited class has a table of its own, with all properties", async (database) => {
  const author = await new Authors(database).save(new Author({ name: "Jane Austen", born: 1775, books: [] }));
  const audioBooks = new AudioBooks(database);
  await audioBooks.save(new AudioBook({ title: "Emma", price, author, minutes: 960 }));
  const [read] = await audioBooks.findAll({ sort: Sort.by("minutes", "title") });
  assertInstanceOf(read, AudioBook);
  assertEquals(read.label, "Emma by Jane Austen, 960 minutes");
  assertEquals(await new Books(database).count(), 0);
});

onEveryStore("a class with a constructor of its own is read without it", async (database) => {
  const shelves = new (class extends repository(Shelf) {})(database);
  const { id } = await shelves.save(new Shelf(" A "));
  assertEquals((await shelves.findById(id))?.name, "A");
});
