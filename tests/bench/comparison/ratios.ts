/** Median and quartiles of numbers that were measured. */
export interface Spread {
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
}

/**
 * Returns median and quartiles.
 *
 * @param values at least one number
 */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number): number => sorted[Math.round((sorted.length - 1) * part)]!;
  return { lower: at(0.25), median: at(0.5), upper: at(0.75) };
}

/**
 * Returns the ratios of numbers that were measured in the same round, so that what else the machine did hits both.
 *
 * @param numerators one number per round
 * @param denominators one number per round
 */
export function pairedRatios(numerators: readonly number[], denominators: readonly number[]): Spread {
  return spreadOf(numerators.map((value, round) => value / denominators[round]!));
}

/** Writes a ratio with its quartiles: `2.3 (2.1–2.4)`. */
export function writeRatio({ lower, median, upper }: Spread): string {
  return `${digits(median)} (${digits(lower)}–${digits(upper)})`;
}

/** Writes a number with about three digits. */
export function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
