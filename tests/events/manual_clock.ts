interface Timer {
  readonly id: number;
  readonly at: number;
  readonly run: () => void;
}

/** Time that passes only where a test says so: takes the place of `performance.now` and of the timers. */
export class ManualClock implements Disposable {
  readonly #real = { now: performance.now, setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  #now = 1_000;
  #timers: Timer[] = [];
  #lastId = 0;

  constructor() {
    performance.now = () => this.#now;
    const set = (run: () => void, delayMs = 0) => {
      this.#timers.push({ id: ++this.#lastId, at: this.#now + delayMs, run });
      return this.#lastId;
    };
    const clear = (id?: number) => void (this.#timers = this.#timers.filter((timer) => timer.id !== id));
    Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
  }

  /** The number of timers that are set. */
  get timers(): number {
    return this.#timers.length;
  }

  /** Lets time pass; each timer runs at its moment, and what it starts goes on before the next one. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await settle();
      const due = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at || a.id - b.id)[0];
      if (due === undefined) break;
      this.#now = Math.max(this.#now, due.at);
      this.#timers = this.#timers.filter((timer) => timer !== due);
      due.run();
    }
    this.#now = end;
  }

  /** Lets time pass in which nothing runs, as where the process is stopped. */
  skip(ms: number): void {
    this.#now += ms;
  }

  [Symbol.dispose](): void {
    performance.now = this.#real.now;
    Object.assign(globalThis, { setTimeout: this.#real.setTimeout, clearTimeout: this.#real.clearTimeout });
  }
}

/** Lets promises that are settled reach those who wait for them. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}
