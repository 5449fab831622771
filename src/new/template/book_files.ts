/** The entity, described once for storage, binding and inspection. */
export const bookFile = `import { entity, t } from "@espalier/espalier";

export class Book extends entity({ id: t.generatedId, title: t.string, author: t.string }, { id: "id" }) {}
`;

/** The repository. */
export const booksFile = `import { repository } from "@espalier/espalier/data";
import { Book } from "./book.ts";

export class Books extends repository(Book) {}
`;

/** The controller: queries, a mutation, and what becomes of an exception. */
export const bookControllerFile = `import { ErrorType, GraphQlExceptionHandler } from "@espalier/espalier";
import { Sort } from "@espalier/espalier/data";
import { MutationMapping, QueryMapping } from "../schema.ts";
import { Book } from "./book.ts";
import type { Books } from "./books.ts";

export class EmptyTitle extends Error {}

export class BookController {
  readonly #books: Books;

  constructor(books: Books) {
    this.#books = books;
  }

  @QueryMapping()
  books(): Promise<Book[]> {
    return this.#books.findAll(Sort.by("title"));
  }

  @QueryMapping("id")
  bookById(id: string): Promise<Book | null> {
    return this.#books.findById(id);
  }

  @MutationMapping("title", "author")
  addBook(title: string, author: string): Promise<Book> {
    if (title.trim() === "") throw new EmptyTitle("A book needs a title");
    return this.#books.save(new Book({ title, author }));
  }

  @GraphQlExceptionHandler(EmptyTitle)
  emptyTitle(error: EmptyTitle) {
    return { message: error.message, errorType: ErrorType.BAD_REQUEST };
  }
}
`;
