/** The length of a window in milliseconds. */
const windowMs = 20;

/** Limits the rate of code generation, so that a burst of new documents does not delay concurrent requests. */
export class GenerationBudget {
  readonly #perWindow: number;
  #start = -Infinity;
  #taken = 0;

  /** @param perWindow the maximum number of plans for which code is generated in a window of 20 ms */
  constructor(perWindow: number) {
    this.#perWindow = perWindow;
  }

  /** Returns whether another generation is permitted in the current window, and counts it. */
  tryAcquire(): boolean {
    if (this.#perWindow === 0) return false;
    const now = performance.now();
    if (now - this.#start > windowMs) {
      this.#start = now;
      this.#taken = 0;
    }
    return this.#taken++ < this.#perWindow;
  }
}
