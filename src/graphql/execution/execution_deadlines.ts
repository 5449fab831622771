/** An execution that a deadline may end. */
interface Watched {
  readonly startTick: number;
  readonly expire: () => void;
}

/** The time is checked this often within a timeout, and at least once a second. */
const checksPerTimeout = 10;
const maxTickMs = 1_000;

/**
 * Ends executions that take too long. They share one timer, because a timer per execution would cost as much as a small
 * query.
 */
export class ExecutionDeadlines implements Disposable {
  readonly #tickMs: number;
  readonly #maxTicks: number;
  /** In the order in which they began, which is the order of their deadlines. */
  readonly #running = new Set<Watched>();
  #tick = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param timeoutMs how long an execution may take, in milliseconds; 0 means no limit */
  constructor(timeoutMs: number) {
    this.#tickMs = Math.max(1, Math.min(maxTickMs, Math.ceil(timeoutMs / checksPerTimeout)));
    this.#maxTicks = timeoutMs === 0 ? 0 : Math.ceil(timeoutMs / this.#tickMs);
  }

  /** Whether there is a limit. */
  get isActive(): boolean {
    return this.#maxTicks > 0;
  }

  /**
   * Watches an execution.
   *
   * @param expire is called when the time is over
   * @returns stops watching; call it when the execution has ended
   */
  watch(expire: () => void): () => void {
    const watched = { startTick: this.#tick, expire };
    this.#running.add(watched);
    if (this.#timer === undefined) this.#schedule();
    return () => void this.#running.delete(watched);
  }

  /** Stops the timer. */
  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running.clear();
  }

  #schedule(): void {
    this.#timer = setTimeout(() => this.#check(), this.#tickMs);
    Deno.unrefTimer(this.#timer as unknown as number);
  }

  #check(): void {
    this.#tick++;
    this.#timer = undefined;
    for (const watched of this.#running) {
      if (this.#tick - watched.startTick <= this.#maxTicks) break;
      this.#running.delete(watched);
      watched.expire();
    }
    if (this.#running.size > 0) this.#schedule();
  }
}
