/** Lets the writes to one item follow each other, where no database locks its row. */
export class ItemTurns {
  readonly #last = new Map<unknown, Promise<unknown>>();

  /**
   * Runs work when the work on the same item that came before has ended.
   *
   * @param key tells the item
   * @param work what to do
   */
  async run<R>(key: unknown, work: () => Promise<R>): Promise<R> {
    const before = this.#last.get(key);
    const running = before === undefined ? work() : before.then(work, work);
    this.#last.set(key, running);
    try {
      return await running;
    } finally {
      if (this.#last.get(key) === running) this.#last.delete(key);
    }
  }
}
