/** Timeout for a reply of another process, in milliseconds. */
const answerMs = 2_000;

/** Queries to another process that wait for their replies. */
export class PendingAnswers {
  readonly #waiting = new Map<number, (value: unknown) => void>();
  #lastId = 0;

  /**
   * Sends a query.
   *
   * @param send sends the query
   * @returns the reply; `undefined` if it does not arrive in time
   */
  async ask(send: (id: number) => void): Promise<unknown> {
    const id = ++this.#lastId;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer.resolve);
    const timer = setTimeout(() => answer.resolve(undefined), answerMs);
    send(id);
    const value = await answer.promise;
    clearTimeout(timer);
    this.#waiting.delete(id);
    return value;
  }

  /** Handles a reply. */
  settle(id: number, value: unknown): void {
    this.#waiting.get(id)?.(value);
  }

  /** Ends all queries, as the other process is gone. */
  end(): void {
    for (const resolve of this.#waiting.values()) resolve(undefined);
  }
}
