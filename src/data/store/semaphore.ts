/** A counting semaphore with a FIFO queue. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param permits maximum number of callers that hold a permit at the same time */
  constructor(permits = 1) {
    this.#free = permits;
  }

  /** Whether the next caller has to wait. */
  get isTaken(): boolean {
    return this.#free === 0;
  }

  /** Number of waiting callers. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Acquires a permit, waiting for it if necessary.
   *
   * @param signal ends the wait
   * @returns releases the permit; further calls have no effect
   * @throws the signal's reason when it is aborted first
   */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#release();
    };
  }

  #wait(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const proceed = () => {
        signal?.removeEventListener("abort", abort);
        resolve();
      };
      const abort = () => {
        this.#waiting.splice(this.#waiting.indexOf(proceed), 1);
        reject(signal?.reason);
      };
      this.#waiting.push(proceed);
      signal?.addEventListener("abort", abort, { once: true });
    });
  }

  // The permit passes to the first waiter without becoming free, so that no new caller can overtake the queue.
  #release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next();
  }
}
