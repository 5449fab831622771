/** Lets a limited number of callers in at a time; the others wait in the order of their arrival. */
export class Gate {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param places how many callers may be in at the same time */
  constructor(places = 1) {
    this.#free = places;
  }

  /** Whether no further caller may enter without waiting. */
  get isTaken(): boolean {
    return this.#free === 0;
  }

  /** Number of callers that wait for a place. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Waits for a place and takes it.
   *
   * @param signal ends the wait
   * @returns frees the place; more than one call does no harm
   * @throws the signal's reason when it is aborted first
   */
  async enter(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#turn(signal);
    let isOut = false;
    return () => {
      if (isOut) return;
      isOut = true;
      this.#leave();
    };
  }

  #turn(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const proceed = () => {
        signal?.removeEventListener("abort", giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(proceed), 1);
        reject(signal?.reason);
      };
      this.#waiting.push(proceed);
      signal?.addEventListener("abort", giveUp, { once: true });
    });
  }

  // The place stays taken when it is handed over, so that a newcomer can't overtake those who wait.
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next();
  }
}
