import { type Cron, loadCroner } from "./deps.ts";

/** When a task runs. */
export type ScheduleOptions =
  | {
    /** Five fields, or six with seconds in front: `"0 3 * * *"` is three o'clock each night. */
    readonly cron: string;
    /** The time zone of the fields, such as `"Europe/Oslo"`; by default UTC. */
    readonly timeZone?: string;
  }
  | {
    /** The pause between the end of a run and the next one, in milliseconds. */
    readonly fixedDelayMs: number;
    /** The pause before the very first run, in milliseconds; by default the same. */
    readonly initialDelayMs?: number;
  };

/** Works out when a task runs next. */
export interface Schedule {
  /** Tells a schedule from another one; stored with the next run. */
  readonly description: string;
  /** The longest time until the next run, in milliseconds; `Infinity` where the calendar says it. */
  readonly longestMs: number;
  /**
   * In how many milliseconds the task runs next.
   *
   * @param last the time of the run before, in milliseconds since 1970; absent where there was none
   * @returns that, and the time of the run
   */
  next(last?: number): { readonly inMs: number; readonly at: number };
}

/**
 * Reads a schedule.
 *
 * @param name the task's, for errors
 * @param options what the schedule says
 * @throws TypeError when it says nothing that can be read, or never comes
 */
export async function scheduleOf(name: string, options: ScheduleOptions): Promise<Schedule> {
  if ("fixedDelayMs" in options) return fixedDelay(options.fixedDelayMs, options.initialDelayMs);
  const { cron, timeZone = "UTC" } = options;
  const { Cron: Pattern } = await loadCroner();
  let pattern: Cron;
  try {
    pattern = new Pattern(cron, { timezone: timeZone, paused: true });
    if (pattern.nextRun() === null) throw new TypeError("it never comes");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(
      `Cannot schedule "${name}" as cron must be a pattern in a time zone that there is: current value is ` +
        `${JSON.stringify(cron)} in ${JSON.stringify(timeZone)} (${reason})`,
      { cause },
    );
  }
  return {
    description: `cron ${cron} ${timeZone}`,
    longestMs: Infinity,
    next(last = 0) {
      const now = Date.now();
      // Another process's clock may be a little behind: the same time does not come twice.
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
