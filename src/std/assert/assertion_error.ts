/** Thrown by every assertion that fails. */
export class AssertionError extends Error {
  /**
   * @param message what was expected and what was there
   * @param options `cause`, when another error led here
   */
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "AssertionError";
  }
}
