import { Limit, or, Sort, where } from "@espalier/espalier/data";
import { QueryMapping } from "../schema.ts";
import type { Author } from "./author.ts";
import type { Authors } from "./authors.ts";
import type { Book } from "./book.ts";
import type { Books } from "./books.ts";

/** Maximum number of hits of each kind. */
const limit = Limit.of(20);

/** Searches books and authors at once. */
export class SearchController {
  constructor(private readonly books: Books, private readonly authors: Authors) {}

  @QueryMapping("text")
  async search(text: string): Promise<(Book | Author)[]> {
    const holds = (property: string) => where(property).containing(text).ignoringCase();
    const [books, authors] = await Promise.all([
      this.books.findBy(holds("title"), { sort: Sort.by("title"), limit }),
      this.authors.findBy(or(holds("name"), holds("sortName")), { sort: Sort.by("sortName"), limit }),
    ]);
    return [...books, ...authors];
  }
}
