import type { ServiceIdentifier } from "../../deps.ts";
import type { MaybePromise } from "./maybe_promise.ts";
import { token } from "./token.ts";

/** A task that runs again and again, as operators see it. */
export interface ScheduledTaskFacts {
  /** The name of the task. */
  readonly target: string;
  /** A cron pattern with its time zone, or the pause between two runs in milliseconds. */
  readonly schedule: { readonly cron: string; readonly timeZone: string } | {
    readonly fixedDelayMs: number;
    readonly initialDelayMs: number;
  };
  /** The time of the next run; absent if not known. */
  readonly nextAt?: Date;
  /** How the last run went; absent before the first. */
  readonly last?: { readonly at: Date; readonly status: "STARTED" | "SUCCESS" | "ERROR"; readonly error?: string };
}

/** Lists scheduled tasks for `/actuator/scheduledtasks`. */
export interface ScheduledTaskSource {
  /** The tasks, including those of other instances that share a store. */
  tasks(): MaybePromise<readonly ScheduledTaskFacts[]>;
}

/** Identifier of the {@linkcode ScheduledTaskSource} beans. */
export const ScheduledTaskSource: ServiceIdentifier<ScheduledTaskSource> = token<ScheduledTaskSource>(
  "ScheduledTaskSource",
);
