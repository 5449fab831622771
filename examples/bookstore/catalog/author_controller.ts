import { param } from "@espalier/espalier";
import { Limit, type ScrollSubrange, Sort, type Window } from "@espalier/espalier/data";
import { keysetStart } from "@espalier/espalier/graphql";
import { BatchMapping, QueryMapping } from "../schema.ts";
import type { Author } from "./author.ts";
import type { Authors } from "./authors.ts";
import type { Book } from "./book.ts";
import type { Books } from "./books.ts";

/** Serves the fields of authors. */
export class AuthorController {
  readonly #authors: Authors;
  readonly #books: Books;

  constructor(authors: Authors, books: Books) {
    this.#authors = authors;
    this.#books = books;
  }

  @QueryMapping("id")
  author(id: string): Promise<Author | null> {
    return this.#authors.findById(id);
  }

  @BatchMapping("Author", param.scrollSubrange())
  books(authors: readonly Author[], { position, count = 20, forward }: ScrollSubrange): Promise<Window<Book>[]> {
    return this.#books.scrollEach("author", authors, {
      position: position ?? keysetStart(forward),
      sort: Sort.by("published", "title"),
      limit: Limit.of(count),
    });
  }
}
