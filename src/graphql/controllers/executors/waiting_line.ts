/** A FIFO queue of waiters. */
export class WaitingLine<T = void> {
  readonly #waiting: ((given: T) => void)[] = [];

  /** Whether the queue is empty. */
  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /**
   * Waits in the queue.
   *
   * @param signal removes the waiter from the queue when it fires
   * @returns the value passed to {@linkcode serve}
   * @throws the signal's reason when it is aborted first
   */
  join(signal: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        reject(signal.reason);
      };
      const take = (given: T) => {
        signal.removeEventListener("abort", leave);
        resolve(given);
      };
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.push(take);
    });
  }

  /**
   * Resolves the first waiter.
   *
   * @returns `false` if the queue was empty
   */
  serve(given: T): boolean {
    const take = this.#waiting.shift();
    take?.(given);
    return take !== undefined;
  }
}
