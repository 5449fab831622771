/** Moves the time that `Date.now` tells. */
export class Clock implements Disposable {
  readonly #now = Date.now;
  #offset = 0;

  constructor() {
    const { call } = Function.prototype;
    Date.now = () => call.call(this.#now, Date) as number + this.#offset;
  }

  /** Lets seconds pass. */
  pass(seconds: number): void {
    this.#offset += seconds * 1_000;
  }

  [Symbol.dispose](): void {
    Date.now = this.#now;
  }
}
