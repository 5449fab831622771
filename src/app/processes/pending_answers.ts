/** Time for an answer of another process, in milliseconds. */
const answerMs = 2_000;

/** Questions to another process that wait for their answers. */
export class PendingAnswers {
  readonly #waiting = new Map<number, (value: unknown) => void>();
  #lastId = 0;

  /**
   * Asks.
   *
   * @param send sends the question
   * @returns the answer; `undefined` where it does not come in time
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

  /** Takes an answer. */
  settle(id: number, value: unknown): void {
    this.#waiting.get(id)?.(value);
  }

  /** Gives up all questions, as the other process is gone. */
  end(): void {
    for (const resolve of this.#waiting.values()) resolve(undefined);
  }
}
