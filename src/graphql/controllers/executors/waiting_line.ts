/** Those who wait for something, in the order in which they came. */
export class WaitingLine<T = void> {
  readonly #waiting: ((given: T) => void)[] = [];

  /** Whether nobody waits. */
  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /**
   * Waits until it is one's turn.
   *
   * @param signal leaves the line
   * @returns what {@linkcode serve} was given
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
   * Gives the first in line what it waits for.
   *
   * @returns whether anybody took it
   */
  serve(given: T): boolean {
    const take = this.#waiting.shift();
    take?.(given);
    return take !== undefined;
  }
}
