import { timerLimitMs } from "./timer_limit.ts";

/**
 * Calls a function at a point in time, which may be later than the longest timer.
 *
 * @param time in milliseconds since 1970; absent or infinite, the function is never called
 * @param call the function; called soon if the time has passed
 * @returns cancels the call
 */
export function callAt(time: number | undefined, call: () => void): () => void {
  if (time === undefined || time === Infinity) return () => {};
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const left = time - Date.now();
    timer = left < timerLimitMs ? setTimeout(call, Math.max(left, 0)) : setTimeout(wait, timerLimitMs - 1);
  };
  wait();
  return () => clearTimeout(timer);
}
