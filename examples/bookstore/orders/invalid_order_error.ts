/** Thrown when an order can't be placed as it stands. */
export class InvalidOrderError extends Error {
  override readonly name = "InvalidOrderError";
}
