import { ConcurrencyFailureError } from "../concurrency_failure_error.ts";
import type { RetryOptions } from "../transactions.ts";
import { pause } from "./pause.ts";

/**
 * Runs a transaction, and retries it after a conflict with a concurrent one.
 *
 * @param attempt begins, runs and ends the transaction
 * @param options the number of attempts and the pauses between them; `undefined` and `false` mean one attempt
 * @param signal aborts the pauses
 */
export async function withRetry<R>(
  attempt: () => Promise<R>,
  options: boolean | RetryOptions | undefined,
  signal: AbortSignal | undefined,
): Promise<R> {
  if (options === undefined || options === false) return await attempt();
  const { maxAttempts = 3, backoffMs = 20, maxBackoffMs = 1000, retryOn = isConcurrencyFailure } = options === true
    ? {}
    : options;
  requireAttempts(maxAttempts);
  for (let attempts = 1, ms = backoffMs;; attempts++, ms = Math.min(2 * ms, maxBackoffMs)) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts >= maxAttempts || signal?.aborted || !retryOn(error)) throw error;
    }
    await pause(ms * (0.5 + Math.random() / 2), signal);
  }
}

function isConcurrencyFailure(error: unknown): boolean {
  return error instanceof ConcurrencyFailureError;
}

function requireAttempts(maxAttempts: number): void {
  if (Number.isSafeInteger(maxAttempts) && maxAttempts >= 1) return;
  throw new TypeError(
    `Cannot retry a transaction as maxAttempts must be an integer >= 1: current value is ${maxAttempts}`,
  );
}
