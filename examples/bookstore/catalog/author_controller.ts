import { BatchMapping, param, QueryMapping, t } from "@espalier/espalier";
import { Sort, where } from "@espalier/espalier/data";
import { Author } from "./author.ts";
import type { Authors } from "./authors.ts";
import { Book } from "./book.ts";
import type { Books } from "./books.ts";

/** Answers questions about authors. */
export class AuthorController {
  readonly #authors: Authors;
  readonly #books: Books;

  constructor(authors: Authors, books: Books) {
    this.#authors = authors;
    this.#books = books;
  }

  @QueryMapping({ params: [param.argument("id", t.id)], returns: t.nullable(t.object(() => Author)) })
  author(id: string): Promise<Author | null> {
    return this.#authors.findById(id);
  }

  @BatchMapping({ source: () => Author, returns: t.list(t.object(() => Book)) })
  async books(authors: readonly Author[]): Promise<Book[][]> {
    const ids = authors.map((author) => author.id);
    const books = await this.#books.findBy(where("author.id").in(ids), { sort: Sort.by("published", "title") });
    const byAuthor = Map.groupBy(books, (book) => book.author.id);
    return ids.map((id) => byAuthor.get(id) ?? []);
  }
}
