/** Milliseconds. */
const window = 20;

/** Bounds how much time goes into generating code: a burst of new documents must not delay the requests beside it. */
export class GenerationBudget {
  readonly #perWindow: number;
  #start = -Infinity;
  #taken = 0;

  /** @param perWindow most plans that become code within the window of 20 ms */
  constructor(perWindow: number) {
    this.#perWindow = perWindow;
  }

  /** Takes a share, if there is one left at this moment. */
  take(): boolean {
    if (this.#perWindow === 0) return false;
    const now = performance.now();
    if (now - this.#start > window) {
      this.#start = now;
      this.#taken = 0;
    }
    return this.#taken++ < this.#perWindow;
  }
}
