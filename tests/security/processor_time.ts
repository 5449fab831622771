import process from "node:process";

/** Processor time that work took, in milliseconds: other processes of the machine don't count. */
export function processorTimeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Time below which growth can't be told from noise, in milliseconds. */
const noise = 20;

/**
 * How many times longer work takes on eight times the input: about 8 where time is linear, 64 where it is quadratic.
 *
 * @param prepare makes the work for a size
 * @param size the smaller size
 * @returns 0 where even the larger input takes next to no time
 */
export function growthOf(prepare: (size: number) => () => void, size: number): number {
  const small = processorTimeOf(prepare(size));
  // Quadratic work that already takes a while would take minutes.
  if (small > 500) return Infinity;
  const large = processorTimeOf(prepare(size * 8));
  return large < noise ? 0 : large / Math.max(small, noise / 16);
}
