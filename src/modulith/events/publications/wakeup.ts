import { inRootContext } from "../../../context/mod.ts";
import { timerLimitMs } from "../../../kernel/mod.ts";

/** Maximum delay of a wake-up, in milliseconds. */
const maxGrainMs = 256;

/** Wakes waiting callers early: at once, or after a delay. */
export class Wakeup {
  #isDue = false;
  #isClosed = false;
  /** The planned wake-ups, on the clock of `performance.now()`. */
  readonly #times = new Set<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #waiters = new Set<() => void>();

  /** @param ms delay in milliseconds; ends the current wait or one that begins before then */
  in(ms: number): void {
    if (this.#isClosed) return;
    if (ms <= 0) return this.#wake();
    // A delay beyond the timer limit is left to the periodic checks.
    if (ms >= timerLimitMs) return;
    // Rounded up, so that many wake-ups share few timers.
    const grain = Math.min(maxGrainMs, 2 ** Math.max(0, Math.floor(Math.log2(ms)) - 4));
    const at = Math.ceil((performance.now() + ms) / grain) * grain;
    if (this.#times.has(at)) return;
    this.#times.add(at);
    this.#setTimer();
  }

  /** Waits until a wake-up. @param ms maximum wait in milliseconds */
  async next(ms: number): Promise<void> {
    if (!this.#isDue && !this.#isClosed) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiters.add(resolve);
      const timer = setTimeout(resolve, ms);
      await promise;
      clearTimeout(timer);
      this.#waiters.delete(resolve);
    }
    this.#isDue = false;
  }

  /** Ends all current and future waits. */
  close(): void {
    this.#isClosed = true;
    this.#times.clear();
    clearTimeout(this.#timer);
    this.#wake();
  }

  #wake(): void {
    this.#isDue = true;
    for (const resolve of this.#waiters) resolve();
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    if (this.#times.size === 0) return;
    const next = Math.min(...this.#times);
    const wake = () => {
      const now = performance.now();
      for (const at of this.#times) if (at <= now) this.#times.delete(at);
      this.#setTimer();
      this.#wake();
    };
    // The timer is shared by all publications, so it must not run in the async context of one publisher.
    this.#timer = inRootContext(() => setTimeout(wake, Math.max(0, next - performance.now())));
  }
}
