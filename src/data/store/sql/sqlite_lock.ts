import { LockTimeoutError } from "../../lock_timeout_error.ts";
import { Semaphore } from "../semaphore.ts";
import { pause } from "../pause.ts";

/** Maximum pause between two attempts, in milliseconds. */
const maxPauseMs = 10;

/**
 * How long a caller tries again in each turn of the event loop before it pauses, in milliseconds. Most transactions are
 * over within that time, and the shortest pause is as long as several of them.
 */
const eagerMs = 5;

/**
 * How long this process may write without a pause while others in it wait, in milliseconds. SQLite has no queue for
 * processes: one that begins its next transaction at once would keep the others out for ever.
 */
const maxHoldMs = 50;

/** Length of that pause, in milliseconds. */
const yieldMs = 2;

/**
 * Waits for a lock on an SQLite file that another process holds, without blocking the event loop: SQLite's own busy
 * timeout would. Callers of this process wait in a queue, and only the first of them tries again.
 */
export class SqliteLock {
  readonly #mutex = new Semaphore();
  readonly #timeoutMs: number;
  /** Since when every attempt has found the file locked, on the clock of `performance.now()`. */
  #lockedSince: number | undefined;
  /** Since when callers have followed each other without a pause. */
  #heldSince = 0;

  /** @param timeoutMs how long to wait for other processes, in milliseconds */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Whether another caller of this process holds the lock. */
  get isTaken(): boolean {
    return this.#mutex.isTaken;
  }

  /**
   * Acquires the lock of this process.
   *
   * @param signal ends the wait
   * @returns releases the lock
   */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    const isQueued = this.#mutex.isTaken;
    const unlock = await this.#mutex.acquire(signal);
    if (!isQueued) {
      this.#heldSince = performance.now();
      return unlock;
    }
    try {
      await this.#yieldToOthers(signal);
    } catch (error) {
      unlock();
      throw error;
    }
    return unlock;
  }

  /**
   * Runs an attempt now, or in the caller's turn and again until the file is free.
   *
   * @param attempt throws a {@linkcode LockTimeoutError} where the file is locked, and has changed nothing then
   * @param signal ends the wait
   */
  async run<R>(attempt: () => R, signal?: AbortSignal): Promise<R> {
    if (!this.#mutex.isTaken) {
      try {
        return attempt();
      } catch (error) {
        if (!(error instanceof LockTimeoutError)) throw error;
      }
    }
    const arrival = performance.now();
    const unlock = await this.acquire(signal);
    try {
      return await this.repeat(attempt, { arrival, signal });
    } finally {
      unlock();
    }
  }

  /**
   * Runs an attempt until the file is free; the caller has its turn.
   *
   * @param attempt throws a {@linkcode LockTimeoutError} where the file is locked, and has changed nothing then
   * @param options when the caller came; what ends the wait
   * @throws LockTimeoutError when the file has been locked for too long
   */
  async repeat<R>(
    attempt: () => R,
    { arrival = performance.now(), signal }: { readonly arrival?: number; readonly signal?: AbortSignal | undefined } =
      {},
  ): Promise<R> {
    const began = performance.now();
    for (let pauseMs = 1;;) {
      try {
        const result = attempt();
        this.#lockedSince = undefined;
        return result;
      } catch (error) {
        if (!(error instanceof LockTimeoutError)) {
          this.#lockedSince = undefined;
          throw error;
        }
        const now = performance.now();
        this.#lockedSince ??= now;
        // Callers that waited in the queue behind others who failed don't wait for the whole time once more.
        if (now - Math.max(this.#lockedSince, arrival) >= this.#timeoutMs) throw error;
        if (now - began < eagerMs) {
          await nextTurn();
          signal?.throwIfAborted();
          continue;
        }
      }
      // Processes that try in step would meet each time.
      await pause(pauseMs * (0.5 + Math.random() / 2), signal);
      pauseMs = Math.min(2 * pauseMs, maxPauseMs);
    }
  }

  async #yieldToOthers(signal: AbortSignal | undefined): Promise<void> {
    if (performance.now() - this.#heldSince < maxHoldMs) return;
    await pause(yieldMs, signal);
    this.#heldSince = performance.now();
  }
}

/** Lets the event loop serve others. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
