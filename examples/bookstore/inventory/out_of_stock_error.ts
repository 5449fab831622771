/** Thrown when fewer copies are there than are to be reserved. */
export class OutOfStockError extends Error {
  /** The book of which too few are there. */
  readonly bookId: string;
  /** How many are there. */
  readonly available: number;

  constructor(bookId: string, available: number) {
    super(`Cannot reserve copies of book "${bookId}" as only ${available} are there`);
    this.name = "OutOfStockError";
    this.bookId = bookId;
    this.available = available;
  }
}
