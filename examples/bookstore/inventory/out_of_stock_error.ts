/** Thrown when fewer copies are there than are to be reserved. */
export class OutOfStockError extends Error {
  override readonly name = "OutOfStockError";

  /**
   * @param bookId the book of which too few are there
   * @param available how many are there
   */
  constructor(readonly bookId: string, readonly available: number) {
    super(`Cannot reserve copies of book "${bookId}" as only ${available} are there`);
  }
}
