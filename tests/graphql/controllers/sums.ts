/** Adds up the numbers below a limit: work for another thread. */
export function sumBelow(limit: number): number {
  let sum = 0;
  for (let n = 0; n < limit; n++) sum += n;
  return sum;
}

/** Fails. */
export function failing(): never {
  throw new RangeError("no such sum");
}

/** Never ends. */
export function endless(): never {
  while (true);
}
