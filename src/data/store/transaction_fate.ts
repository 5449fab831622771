/** What became of a transaction, or of a part with a savepoint: kept apart from it, so that it can be forgotten. */
export class TransactionFate {
  #isUndone = false;

  /** @param outer that of the transaction that this is a part of */
  constructor(readonly outer?: TransactionFate) {}

  /** Whether what was done was rolled back. */
  get isUndone(): boolean {
    return this.#isUndone || (this.outer?.isUndone ?? false);
  }

  /** Remembers that it was rolled back. */
  undo(): void {
    this.#isUndone = true;
  }
}
