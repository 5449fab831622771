/** Serializes the writes to each item, for repositories without transactions. */
export class ItemTurns {
  readonly #last = new Map<unknown, Promise<unknown>>();

  /**
   * Runs work after all earlier work on the same item has ended.
   *
   * @param key identifies the item
   * @param work the work
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
