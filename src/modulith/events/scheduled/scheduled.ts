import { describeValue, type MaybePromise } from "../../../kernel/mod.ts";
import type { ApplicationListener } from "../application_listener.ts";
import type { ApplicationModuleListenerOptions } from "../event_listener_options.ts";
import { listenAfterCommit } from "../listen_to.ts";
import type { ScheduleOptions } from "./schedule.ts";

/** One run of a scheduled task. */
export class ScheduledRun {
  /** When the run is due. */
  readonly at: Date;
  /** The schedule that says so. */
  readonly schedule: string;

  /**
   * Creates the run.
   *
   * @param at when the run is due
   * @param schedule the schedule that says so
   */
  constructor(at: Date, schedule: string) {
    this.at = at;
    this.schedule = schedule;
  }
}

/** When a task runs, and how. */
export type ScheduledTaskOptions =
  & ScheduleOptions
  & Pick<ApplicationModuleListenerOptions<ScheduledRun>, "transaction" | "timeoutMs">;

/** A task that runs again and again: what {@linkcode scheduled} returns. */
export interface ScheduledTask extends ApplicationListener {
  /** When the task runs. */
  readonly schedule: ScheduleOptions;
}

/**
 * Makes a task that runs at times or after pauses, once for all instances of an application: the instance that takes a
 * run holds it by the lease of event publications, in whose table the next run waits. Needs `eventPublications()`.
 *
 * A run that fails is logged, and the next one comes at its time. If the instance dies in a run, another one runs it
 * again. What a run writes to the database is kept together with the note that it is over.
 *
 * @param name names the task in the store, so that all instances know it
 * @param options cron pattern or delay, transaction, time limit
 * @param run the task
 * @returns the task, to be bound under `ApplicationListener`
 * @throws TypeError when the name is empty or the delay is no number that can be used
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
    // Runs come from the store; nobody publishes them.
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
