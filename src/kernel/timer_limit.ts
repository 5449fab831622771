/** Timers count milliseconds in 31 bits: a longer one fires immediately. */
export const timerLimitMs: number = 2 ** 31;
