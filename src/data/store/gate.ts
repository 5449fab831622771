/** Lets one in at a time; the others wait in line. */
export class Gate {
  #isTaken = false;
  readonly #waiting: (() => void)[] = [];

  /** Whether somebody is in. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /**
   * Waits until the gate is free and takes it.
   *
   * @param signal leaves the line
   * @returns frees the gate; more than one call does no harm
   * @throws the signal's reason when it is aborted first
   */
  async enter(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#isTaken) await this.#turn(signal);
    this.#isTaken = true;
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

  // The gate stays taken when it is handed over, so that nobody slips in between.
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isTaken = false;
    else next();
  }
}
