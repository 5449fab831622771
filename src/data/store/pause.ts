/**
 * Waits without blocking the event loop.
 *
 * @param ms the duration in milliseconds
 * @param signal ends the wait
 * @throws the signal's reason when it is aborted first
 */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const end = () => {
      signal?.removeEventListener("abort", giveUp);
      resolve();
    };
    const timer = setTimeout(end, ms);
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", giveUp, { once: true });
  });
}
