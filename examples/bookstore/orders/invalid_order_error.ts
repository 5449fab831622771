/** Thrown if an order is invalid. */
export class InvalidOrderError extends Error {
  override readonly name = "InvalidOrderError";
}
