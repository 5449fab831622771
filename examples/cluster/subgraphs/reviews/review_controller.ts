import { representations } from "@espalier/espalier/federation";
import type { Reviews, StoredReview } from "./reviews.ts";
import { type Book, EntityMapping, QueryMapping, type Reader, type Review, SchemaMapping } from "./schema.ts";

/** Serves reviews, and the fields that they add to the books of the bookstore. */
export class ReviewController {
  readonly #reviews: Reviews;

  constructor(reviews: Reviews) {
    this.#reviews = reviews;
  }

  @QueryMapping("id")
  review(id: string): StoredReview | null {
    return this.#reviews.byId(id);
  }

  @QueryMapping()
  readers(): readonly Reader[] {
    return this.#reviews.readers;
  }

  @EntityMapping("Book", "idList")
  book(ids: readonly string[]): Book[] {
    return ids.map((id) => ({ id }));
  }

  @EntityMapping("Review", "idList")
  reviewById(ids: readonly string[]): (StoredReview | null)[] {
    return ids.map((id) => this.#reviews.byId(id));
  }

  @EntityMapping("Review", representations())
  reviewByNumber(given: readonly Readonly<Record<string, unknown>>[]): (StoredReview | null)[] {
    return given.map(({ book, number }) => this.#reviews.byId(`${(book as Book).id}-${number}`));
  }

  @EntityMapping("Reader", "name")
  reader(name: string): Reader | null {
    return this.#reviews.reader(name);
  }

  @SchemaMapping("Book", "first")
  reviews({ id }: Book, first: number | null): readonly StoredReview[] {
    return this.#reviews.ofBook(id).slice(0, first ?? 3);
  }

  @SchemaMapping("Book")
  stars({ id }: Book): number | null {
    const all = this.#reviews.ofBook(id);
    return all.length === 0 ? null : all.reduce((sum, { stars }) => sum + stars, 0) / all.length;
  }

  @SchemaMapping("Review", { field: "book" })
  bookOf(review: Review): Book {
    return { id: this.#reviews.bookOf(review) };
  }

  @SchemaMapping("Review", { field: "reader" })
  readerOf(review: Review): Reader {
    return this.#reviews.readerOf(review);
  }
}
