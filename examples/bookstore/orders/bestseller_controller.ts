import type { Book, Books } from "../catalog/mod.ts";
import { BatchMapping, QueryMapping } from "../schema.ts";
import type { Bestseller } from "./bestseller.ts";
import type { OrderLineRepository } from "./order_line_repository.ts";

/** Maximum number of bestsellers in a response. */
const maxBestsellers = 20;

/** Serves the list of bestsellers. */
export class BestsellerController {
  constructor(private readonly lines: OrderLineRepository, private readonly books: Books) {}

  @QueryMapping("first")
  bestsellers(first: number | null = 5): Promise<Bestseller[]> {
    return this.lines.bestsellers(Math.min(first ?? 5, maxBestsellers));
  }

  @BatchMapping("Bestseller")
  async book(bestsellers: readonly Bestseller[]): Promise<Book[]> {
    const books = await this.books.findAllById(bestsellers.map(({ bookId }) => bookId));
    const byId = new Map(books.map((book) => [book.id, book]));
    return bestsellers.map(({ bookId }) => byId.get(bookId)!);
  }
}
