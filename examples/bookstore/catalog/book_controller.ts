import { param } from "@espalier/espalier";
import { Limit, type ScrollSubrange, Sort, type Window } from "@espalier/espalier/data";
import { keysetStart } from "@espalier/espalier/graphql";
import { BatchMapping, QueryMapping } from "../schema.ts";
import type { Author } from "./author.ts";
import type { Authors } from "./authors.ts";
import type { Book } from "./book.ts";
import type { Books } from "./books.ts";

/** Serves the fields of books. */
export class BookController {
  readonly #books: Books;
  readonly #authors: Authors;

  constructor(books: Books, authors: Authors) {
    this.#books = books;
    this.#authors = authors;
  }

  @QueryMapping("id")
  book(id: string): Promise<Book | null> {
    return this.#books.findById(id);
  }

  @QueryMapping(param.scrollSubrange())
  books({ position, count = 20, forward }: ScrollSubrange): Promise<Window<Book>> {
    return this.#books.scroll(position ?? keysetStart(forward), { sort: Sort.by("title"), limit: Limit.of(count) });
  }

  @BatchMapping("Book")
  async author(books: readonly Book[]): Promise<Author[]> {
    const authors = await this.#authors.findAllById(new Set(books.map((book) => book.author.id)));
    const byId = new Map(authors.map((author) => [author.id, author]));
    return books.map((book) => byId.get(book.author.id)!);
  }
}
