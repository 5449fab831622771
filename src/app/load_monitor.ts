/** Time between two measurements, in milliseconds. */
const intervalMs = 100;

/** Number of late measurements in a row that mean overload: a single long task does not. */
const lateInARow = 2;

/** Measures how long the event loop keeps its callbacks waiting. */
export class LoadMonitor {
  readonly #maxDelayMs: number;
  #timer: ReturnType<typeof setInterval> | undefined;
  #expectedAt = 0;
  #late = 0;

  /**
   * @param maxDelayMs delay of the event loop beyond which the process is overloaded, in milliseconds; 0 is no limit
   */
  constructor(maxDelayMs: number) {
    this.#maxDelayMs = maxDelayMs;
  }

  /** Whether callbacks have been waiting too long for some time. */
  get isOverloaded(): boolean {
    return this.#late >= lateInARow;
  }

  /** Starts measuring. */
  start(): void {
    if (this.#maxDelayMs === 0 || this.#timer !== undefined) return;
    this.#expectedAt = performance.now() + intervalMs;
    this.#timer = setInterval(() => this.#measure(), intervalMs);
    Deno.unrefTimer(this.#timer as unknown as number);
  }

  #measure(): void {
    const now = performance.now();
    this.#late = now - this.#expectedAt > this.#maxDelayMs ? this.#late + 1 : 0;
    this.#expectedAt = now + intervalMs;
  }

  /** Stops measuring. */
  stop(): void {
    clearInterval(this.#timer);
    this.#late = 0;
  }
}
