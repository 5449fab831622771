/**
 * Waits for a time, or until a signal is aborted.
 *
 * @param ms for how long, in milliseconds
 * @param signal ends the wait early
 *
 * @example
 * ```ts
 * import { pause } from "./pause.ts";
 *
 * const stopping = new AbortController();
 * const waiting = pause(60_000, stopping.signal);
 * stopping.abort();
 * await waiting; // immediately
 * ```
 */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
    resolve();
  };
  const timer = setTimeout(end, ms);
  signal.addEventListener("abort", end);
  return promise;
}
