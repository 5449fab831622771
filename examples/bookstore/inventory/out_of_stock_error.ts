/** Thrown if fewer copies are available than requested. */
export class OutOfStockError extends Error {
  override readonly name = "OutOfStockError";

  /**
   * @param bookId the book
   * @param available the number of available copies
   */
  constructor(readonly bookId: string, readonly available: number) {
    super(`Cannot reserve copies of book "${bookId}" as only ${available} are there`);
  }
}
