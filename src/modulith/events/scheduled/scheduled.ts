import { describeValue, type MaybePromise } from "../../../kernel/mod.ts";
import type { ApplicationListener } from "../application_listener.ts";
import type { ApplicationModuleListenerOptions } from "../event_listener_options.ts";
import { listenAfterCommit } from "../listen_to.ts";
import type { ScheduleOptions } from "./schedule.ts";

/** One run of a scheduled task. */
export class ScheduledRun {
  /** When the run is due. */
  readonly at: Date;
  /** Description of the schedule that set the time. */
  readonly schedule: string;

  /**
   * Creates the run.
   *
   * @param at when the run is due
   * @param schedule description of the schedule that set the time
   */
  constructor(at: Date, schedule: string) {
    this.at = at;
    this.schedule = schedule;
  }
}

/** The schedule and options of a task. */
export type ScheduledTaskOptions =
  & ScheduleOptions
  & Pick<ApplicationModuleListenerOptions<ScheduledRun>, "transaction" | "timeoutMs">;

/** A recurring task, created by {@linkcode scheduled}. */
export interface ScheduledTask extends ApplicationListener {
  /** The schedule of the task. */
  readonly schedule: ScheduleOptions;
}

/**
 * Creates a task that runs by a cron pattern or after a delay, once for all instances of an application: the instance
 * that claims a run holds it by the lease of event publications, whose table stores the next run. Needs
 * `eventPublications()`.
 *
 * A failed run is logged and not retried; the next run starts at its scheduled time. If the instance crashes during a
 * run, another instance repeats it. The changes of a run commit in one transaction with its completion.
 *
 * @param name identifies the task in the store, for all instances
 * @param options cron pattern or delay, transaction, time limit
 * @param run the task
 * @returns the task, to be bound under `ApplicationListener`
 * @throws TypeError when the name is empty or the delay is not a valid number
 *
 * @example
 * ```ts
 * import { ContainerModule, createApp, createContainer, data } from "@espalier/espalier";
 * import { ApplicationListener, eventPublications, scheduled } from "@espalier/espalier/modulith";
 *
 * const cleaning = new ContainerModule(({ bind }) => {
 *   bind(ApplicationListener).toConstantValue(
 *     scheduled("clean-up", { cron: "0 3 * * *", timeZone: "Europe/Oslo" }, () => console.log("cleaning")),
 *   );
 * });
 * await using app = await createApp(createContainer(data(), eventPublications(), cleaning));
 * ```
 */
export function scheduled(
  name: string,
  options: ScheduledTaskOptions,
  run: (run: ScheduledRun, id: string, signal: AbortSignal) => MaybePromise<unknown>,
): ScheduledTask {
  requireSchedule(name, options);
  const { transaction, timeoutMs } = options;
  const listener = listenAfterCommit(ScheduledRun, run, {
    id: `scheduled:${name}`,
    // Runs are claimed from the store, so published events never match.
    condition: () => false,
    concurrency: 1,
    ...(transaction === undefined ? {} : { transaction }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  return { ...listener, schedule: options };
}

function requireSchedule(name: unknown, options: ScheduledTaskOptions): void {
  if (typeof name !== "string" || name === "") {
    throw new TypeError(`Cannot schedule a task as it must have a name: current value is ${describeValue(name)}`);
  }
  if ("cron" in options) return;
  const { fixedDelayMs, initialDelayMs = fixedDelayMs } = options;
  for (const [option, value] of [["fixedDelayMs", fixedDelayMs], ["initialDelayMs", initialDelayMs]] as const) {
    if (Number.isSafeInteger(value) && value >= (option === "fixedDelayMs" ? 1 : 0)) continue;
    throw new TypeError(
      `Cannot schedule "${name}" as ${option} must be an integer number of milliseconds: current value is ${
        describeValue(value)
      }`,
    );
  }
}
