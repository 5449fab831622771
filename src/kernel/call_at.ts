import { timerLimitMs } from "./timer_limit.ts";

/**
 * Calls a function at a time, however far away that is.
 *
 * @param time in milliseconds since 1970; absent or infinite, the function is never called
 * @param call what to call; soon, where the time is over
 * @returns gives the call up
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
