/** A review of a book. */
export interface StoredReview {
  readonly id: string;
  readonly bookId: string;
  readonly number: number;
  readonly stars: number;
  readonly text: string;
  readonly readerName: string;
}

/** A reader who writes reviews. */
export interface Reader {
  readonly name: string;
  readonly mood: number;
}

const words = ["dull", "uneven", "solid", "moving", "unforgettable"];
const readers: readonly Reader[] = ["Ada", "Blaise", "Charles", "Dorothy", "Edsger"].map((name, i) => ({
  name,
  mood: 5 - i,
}));

/** Generates the reviews of a book from its id: the same ones in each instance. */
export class Reviews {
  /** All readers, by name. */
  readonly readers: readonly Reader[] = readers;

  /** The reviews of a book, the newest first. */
  ofBook(bookId: string): readonly StoredReview[] {
    const seed = [...bookId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);
    return Array.from({ length: seed % 5 }, (_, i) => {
      const stars = 1 + (seed + 3 * i) % 5;
      const text = `A ${words[stars - 1]} book.`;
      const readerName = readers[(seed + i) % readers.length]!.name;
      return { id: `${bookId}-${i + 1}`, bookId, number: i + 1, stars, text, readerName };
    }).reverse();
  }

  /** One review, or `null`. */
  byId(id: string): StoredReview | null {
    return this.ofBook(this.bookOf({ id })).find((review) => review.id === id) ?? null;
  }

  /** The id of the book that a review is about. */
  bookOf({ id }: { readonly id: string }): string {
    return id.slice(0, id.lastIndexOf("-"));
  }

  /** Returns the author of a review. */
  readerOf({ id }: { readonly id: string }): Reader {
    const review = this.byId(id);
    const reader = review && this.reader(review.readerName);
    if (!reader) throw new Error(`Cannot find the reader of review "${id}" as the review must exist`);
    return reader;
  }

  /** A reader by name, or `null`. */
  reader(name: string): Reader | null {
    return readers.find((reader) => reader.name === name) ?? null;
  }
}
