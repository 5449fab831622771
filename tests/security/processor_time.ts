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

/** Growth below which work is linear beyond doubt. */
const certainlyLinear = 10;

/** Collecting garbage and compiling code make single measurements too long, never too short. */
const attempts = 4;

/**
 * How many times longer work takes on eight times the input: about 8 where time is linear, 64 where it is quadratic.
 *
 * @param prepare makes the work for a size
 * @param size the smaller size
 * @returns 0 where even the larger input takes next to no time
 */
export function growthOf(prepare: (size: number) => () => void, size: number): number {
  let growth = Infinity;
  for (let attempt = 0; attempt < attempts && growth > certainlyLinear; attempt++) {
    growth = Math.min(growth, growthOnce(prepare, size));
  }
  return growth;
}

function growthOnce(prepare: (size: number) => () => void, size: number): number {
  const small = processorTimeOf(prepare(size));
  // Quadratic work that already takes a while would take minutes.
  if (small > 500) return Infinity;
  const large = processorTimeOf(prepare(size * 8));
  return large < noise ? 0 : large / Math.max(small, noise / 16);
}

/** Like {@linkcode growthOf}, for work that takes more than one turn of the event loop. */
export async function asyncGrowthOf(prepare: (size: number) => () => Promise<unknown>, size: number): Promise<number> {
  const timeOf = async (work: () => Promise<unknown>) => {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  let growth = Infinity;
  for (let attempt = 0; attempt < attempts && growth > certainlyLinear; attempt++) {
    const small = await timeOf(prepare(size));
    if (small > 1_000) continue;
    const large = await timeOf(prepare(size * 8));
    growth = Math.min(growth, large < noise ? 0 : large / Math.max(small, noise / 16));
  }
  return growth;
}

/** Processor time of {@linkcode calibration} on the machine for which the limits of the tests are meant, in milliseconds. */
const usualCalibration = 45;

/** However slow a machine is, a limit is multiplied by this at most: what it shall find takes more. */
const maxSlowness = 2.5;

/**
 * Whether processor time is within a limit, on a machine of usual speed. Where it is not, the machine's speed is measured
 * at this moment, and a slower one has more time.
 *
 * @param time measured, in milliseconds
 * @param limit in milliseconds
 */
export function isWithin(time: number, limit: number): boolean {
  if (time <= limit) return true;
  const calibrations = Array.from({ length: 3 }, () => processorTimeOf(calibration));
  const slowness = Math.min(...calibrations) / usualCalibration;
  return time <= limit * Math.min(Math.max(slowness, 1), maxSlowness);
}

/** Work of the kind that requests cause: objects, texts, JSON and maps. */
function calibration(): void {
  const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `name ${id}`, tags: ["a", `b${id % 7}`] }));
  const read = JSON.parse(JSON.stringify(rows)) as typeof rows;
  const lengths = new Map<string, number>();
  for (const { name, tags } of read) for (const tag of tags) lengths.set(tag + name, name.length);
}
