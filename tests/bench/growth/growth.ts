import process from "node:process";

/** Work whose cost is measured at several sizes. */
export interface Growth {
  readonly name: string;
  /** What the size counts, and what the time is of. */
  readonly unit: string;
  /** Sizes from the smallest to the largest, each a multiple of the one before. */
  readonly sizes: readonly number[];
  /** How the time of the work grows with the size where all is well: 0 is flat, 1 is linear. */
  readonly expected: 0 | 1;
  /** Prepares the work for a size; `run` is measured, once or many times. */
  readonly prepare: (size: number) => PreparedWork | Promise<PreparedWork>;
}

/** Work that is ready to be measured. */
export interface PreparedWork extends AsyncDisposable {
  /** Runs the work once. */
  readonly run: () => Promise<unknown> | void;
}

/** What was measured. */
export interface MeasuredGrowth {
  /** Processor time of one run for each size, in milliseconds: the minimum of all rounds. */
  readonly times: readonly number[];
  /**
   * The exponent `b` of `time = a · size^b` between the smallest and the largest size: 0 is flat, 1 linear, 2 quadratic.
   * Costs that do not depend on the size lower it.
   */
  readonly slope: number;
  /** The exponent between the two largest sizes, where constant costs matter least. */
  readonly lastSlope: number;
}

/** A round repeats the work until it has taken so long, in milliseconds: the clock of the processor is coarse. */
const shortestRoundMs = 40;
const rounds = 5;

/** Measures work at its sizes, in turns, so that what else the machine does meets all of them. */
export async function measureGrowth({ sizes, prepare }: Growth): Promise<MeasuredGrowth> {
  const times = sizes.map(() => Infinity);
  const works = [];
  try {
    for (const size of sizes) works.push(await prepare(size));
    for (let round = 0; round < rounds; round++) {
      for (const [i, { run }] of works.entries()) times[i] = Math.min(times[i]!, await timeOf(run));
    }
  } finally {
    for (const work of works) await work[Symbol.asyncDispose]();
  }
  const last = sizes.length - 1;
  return { times, slope: slopeOf(sizes, times, [0, last]), lastSlope: slopeOf(sizes, times, [last - 1, last]) };
}

async function timeOf(run: PreparedWork["run"]): Promise<number> {
  const before = process.cpuUsage();
  for (let runs = 1;; runs++) {
    await run();
    const { user, system } = process.cpuUsage(before);
    const spent = (user + system) / 1000;
    if (spent >= shortestRoundMs) return spent / runs;
  }
}

function slopeOf(sizes: readonly number[], times: readonly number[], [from, to]: readonly [number, number]): number {
  return Math.log(times[to]! / times[from]!) / Math.log(sizes[to]! / sizes[from]!);
}
