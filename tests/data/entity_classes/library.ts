import { entity, extend, t, value } from "@espalier/espalier";
import { repository } from "@espalier/espalier/data";

export class Money extends value({ cents: t.int, currency: t.enum("EUR", "USD") }) {
  plus(other: Money): Money {
    return new Money({ ...this, cents: this.cents + other.cents });
  }
}

export class Author extends entity({
  id: t.generatedId,
  name: t.string,
  born: t.nullable(t.int),
  books: t.list(t.ref<Book>((): unknown => Book)),
}, { id: "id", references: { books: { mappedBy: "author", fetch: "reference" } } }) {}

export class Book extends entity({
  id: t.generatedId,
  version: t.version,
  title: t.mutable(t.string),
  status: t.default(t.enum("IN", "OUT"), "IN"),
  price: t.object(() => Money),
  author: t.ref<Author>((): unknown => Author),
  subtitle: t.optional(t.string),
  tags: t.mutable(t.defaultFrom(t.list(t.string), () => [])),
}, { id: "id", table: "books", indexes: [["title", "id"]] }) {
  /** A private field: there also when the book was read. */
  readonly #notes: string[] = [];

  get label(): string {
    return `${this.title} by ${this.author.name}`;
  }

  get notes(): readonly string[] {
    return this.#notes;
  }

  note(text: string): this {
    this.#notes.push(text);
    return this;
  }
}

export class AudioBook extends extend(Book, { minutes: t.int }, { table: "audio_books" }) {
  override get label(): string {
    return `${super.label}, ${this.minutes} minutes`;
  }
}

export class Authors extends repository(Author) {}
export class Books extends repository(Book, { findByAuthorNameOrderByTitle: "list" }) {}
export class AudioBooks extends repository(AudioBook) {}
