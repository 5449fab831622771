import { type Cron, loadCroner } from "./deps.ts";

/** When a task runs. */
export type ScheduleOptions =
  | {
    /** A cron pattern of five fields, or six with seconds first: `"0 3 * * *"` runs at 3:00 every night. */
    readonly cron: string;
    /** The time zone of the pattern, such as `"Europe/Oslo"`; by default UTC. */
    readonly timeZone?: string;
  }
  | {
    /** The delay between the end of a run and the start of the next one, in milliseconds. */
    readonly fixedDelayMs: number;
    /** The delay before the very first run, in milliseconds; by default `fixedDelayMs`. */
    readonly initialDelayMs?: number;
  };

/** Computes the next run of a task. */
export interface Schedule {
  /** Identifies the schedule; stored with the next run, to detect a changed schedule. */
  readonly description: string;
  /** Maximum time until the next run, in milliseconds; `Infinity` for cron patterns. */
  readonly longestMs: number;
  /**
   * Computes the next run.
   *
   * @param last the time of the previous run, in milliseconds since 1970; absent before the first run
   * @returns the milliseconds until the run (`inMs`), and its time in milliseconds since 1970 (`at`)
   */
  next(last?: number): { readonly inMs: number; readonly at: number };
}

/**
 * Reads a schedule.
 *
 * @param name the name of the task, for errors
 * @param options the cron pattern or the delay
 * @throws TypeError when the pattern or the time zone is invalid, or the pattern has no next time
 */
export async function scheduleOf(name: string, options: ScheduleOptions): Promise<Schedule> {
  if ("fixedDelayMs" in options) return fixedDelay(options.fixedDelayMs, options.initialDelayMs);
  const { cron, timeZone = "UTC" } = options;
  const { Cron: Pattern } = await loadCroner();
  let pattern: Cron;
  try {
    pattern = new Pattern(cron, { timezone: timeZone, paused: true });
    if (pattern.nextRun() === null) throw new TypeError("it matches no time");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(
      `Cannot schedule "${name}" as cron must be a valid pattern and time zone: current value is ` +
        `${JSON.stringify(cron)} in ${JSON.stringify(timeZone)} (${reason})`,
      { cause },
    );
  }
  return {
    description: `cron ${cron} ${timeZone}`,
    longestMs: Infinity,
    next(last = 0) {
      const now = Date.now();
      // Start after `last`: this clock may be behind that of the previous run's process, which would repeat the run.
      const at = pattern.nextRun(new Date(Math.max(now, last)))?.getTime() ?? now + 2 ** 40;
      return { inMs: Math.max(0, at - now), at };
    },
  };
}

function fixedDelay(delayMs: number, initialMs = delayMs): Schedule {
  return {
    description: `every ${delayMs} ms`,
    longestMs: Math.max(delayMs, initialMs),
    next(last) {
      const inMs = last === undefined ? initialMs : delayMs;
      return { inMs, at: Date.now() + inMs };
    },
  };
}
