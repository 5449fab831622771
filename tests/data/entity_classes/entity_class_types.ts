// Compile-time tests of entity classes: `deno check` fails where a line that must not compile does.
import { entity, extend, t, value } from "@espalier/espalier";
import { type Database, repository, Sort, where } from "@espalier/espalier/data";

class Money extends value({ cents: t.int, currency: t.enum("EUR", "USD") }) {
  plus(other: Money): Money {
    return new Money({ ...this, cents: this.cents + other.cents });
  }
}
class Author extends entity({
  id: t.generatedId,
  name: t.string,
  born: t.nullable(t.int),
  books: t.list(t.ref<Book>((): unknown => Book)),
}, { id: "id", references: { books: { mappedBy: "author" } } }) {}
class Book extends entity({
  id: t.generatedId,
  version: t.version,
  title: t.mutable(t.string),
  status: t.default(t.enum("IN", "OUT"), "IN"),
  price: t.object(() => Money),
  author: t.ref<Author>((): unknown => Author),
  subtitle: t.optional(t.string),
  addedAt: t.defaultFrom(t.date, () => new Date()),
  tags: t.mutable(t.default(t.list(t.string), [])),
  extra: t.json,
}, { id: "id", table: "books" }) {
  readonly #secret = "s";
  get label(): string {
    return `${this.title} by ${this.author.name}, who wrote ${this.author.books.length}${this.#secret}`;
  }
  rename(title: string): void {
    this.title = title;
  }
}
class AudioBook extends extend(Book, { narrator: t.string, minutes: t.int }) {
  override get label(): string {
    return `${super.label}, read by ${this.narrator} in ${this.minutes} minutes`;
  }
}
class Authors extends repository(Author) {}
class Books extends repository(Book, { findByAuthorName: "list" }) {}

/** Never called: the compiler reads it. */
export async function typed(database: Database): Promise<void> {
  const author = new Author({ name: "Jane Austen", born: 1775, books: [] });
  const price = new Money({ cents: 990, currency: "EUR" }).plus(new Money({ cents: 10, currency: "EUR" }));
  const book = new Book({ title: "Emma", price, author, extra: 1 });
  const audio = new AudioBook({ title: "Emma", price, author, extra: {}, narrator: "A. Voice", minutes: 960 });
  const upper: Book = audio;
  upper.rename(`${upper.label} (${book.subtitle?.length})`);
  book.tags.push("new");
  // @ts-expect-error: a text is no member of the enum
  new Book({ title: "Emma", price, author, extra: 1, status: "SOLD" as string });
  // @ts-expect-error: the price is missing
  new Book({ title: "Emma", author, extra: 1 });
  // @ts-expect-error: age is not described
  new Author({ name: "Jane Austen", born: null, books: [], age: 41 });
  // @ts-expect-error: only t.mutable can be assigned
  book.id = "2";
  // @ts-expect-error: there is no property nr
  void entity({ id: t.id, name: t.string }, { id: "nr" });
  // @ts-expect-error: there is no property nmae
  void entity({ id: t.id, name: t.string }, { id: "id", lengths: { nmae: 3 } });
  // @ts-expect-error: a default has the property's type
  void t.default(t.int, "1");

  const [authors, books] = [new Authors(database), new Books(database)];
  await authors.findBy(where("books.title").is("Emma"), { sort: Sort.by("name") });
  await books.findBy(where("author.name").is("Jane Austen"), { sort: Sort.by("title", "price.cents") });
  await books.findByAuthorName("Jane Austen");
  const [selected] = await books.findAll({ select: ["title", "author.name"] });
  void selected?.title;
  // @ts-expect-error: the price was not selected
  void selected?.price;
  // @ts-expect-error: there is no property nam
  await books.findBy(where("author.nam").is(""));
  // @ts-expect-error: a getter is not stored
  await books.findBy(where("label").is(""));
  // @ts-expect-error: a getter is not stored
  await books.findAll(Sort.by("label"));
  // @ts-expect-error: a getter of a subclass's upper class is not stored
  await new (class extends repository(AudioBook) {})(database).findAll(Sort.by("label"));
  await new (class extends repository(AudioBook) {})(database).findAll(Sort.by("minutes", "author.name"));
}
