/** The outcome of a transaction or savepoint: a separate object, so that the transaction itself can be collected. */
export class TransactionFate {
  #isUndone = false;

  /** @param outer the outcome of the enclosing transaction */
  constructor(readonly outer?: TransactionFate) {}

  /** Whether the transaction was rolled back. */
  get isUndone(): boolean {
    return this.#isUndone || (this.outer?.isUndone ?? false);
  }

  /** Marks the transaction as rolled back. */
  undo(): void {
    this.#isUndone = true;
  }
}
