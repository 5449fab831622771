/** Difference to the system's clock above which that clock was set, or the machine slept, in milliseconds. */
const toleratedDriftMs = 50;

let epochOffset = performance.timeOrigin;

/**
 * Reads the time of spans: finer than a millisecond, and that of the system's clock even after it was set.
 *
 * @returns milliseconds since 1970
 */
export function traceTime(): number {
  const time = performance.now() + epochOffset;
  const drift = Date.now() - time;
  if (drift < toleratedDriftMs && drift > -toleratedDriftMs) return time;
  epochOffset += drift;
  return time + drift;
}

/**
 * Converts what OpenTelemetry takes for a time.
 *
 * @param input a date, seconds and nanoseconds, milliseconds since 1970, or what `performance.now()` returned
 * @returns milliseconds since 1970
 */
export function milliseconds(input: Date | number | readonly [number, number]): number {
  if (typeof input === "number") return input <= performance.now() ? input + epochOffset : input;
  return input instanceof Date ? input.getTime() : input[0] * 1_000 + input[1] / 1_000_000;
}

/**
 * Converts a time to the form in which OpenTelemetry's exporters read it.
 *
 * @param time in milliseconds
 * @returns seconds and nanoseconds
 */
export function highResolution(time: number): [number, number] {
  const seconds = Math.trunc(time / 1_000);
  const nanoseconds = Math.round((time - seconds * 1_000) * 1_000_000);
  return nanoseconds === 1_000_000_000 ? [seconds + 1, 0] : [seconds, nanoseconds];
}
