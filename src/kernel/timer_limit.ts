/** Timers count milliseconds in 31 bits: one that is set for as many or more fires at once. */
export const timerLimitMs: number = 2 ** 31;
