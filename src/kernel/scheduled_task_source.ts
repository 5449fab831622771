import type { ServiceIdentifier } from "../../deps.ts";
import type { MaybePromise } from "./maybe_promise.ts";
import { token } from "./token.ts";

/** A task that runs again and again, as operators see it. */
export interface ScheduledTaskFacts {
  /** What runs. */
  readonly target: string;
  /** A cron pattern with its time zone, or the pause between two runs in milliseconds. */
  readonly schedule: { readonly cron: string; readonly timeZone: string } | {
    readonly fixedDelayMs: number;
    readonly initialDelayMs: number;
  };
  /** When the task runs next; absent where that is not known. */
  readonly nextAt?: Date;
  /** How the last run went; absent before the first. */
  readonly last?: { readonly at: Date; readonly status: "STARTED" | "SUCCESS" | "ERROR"; readonly error?: string };
}

/** Lists scheduled tasks for `/actuator/scheduledtasks`. */
export interface ScheduledTaskSource {
  /** The tasks, of all instances where they share a store. */
  tasks(): MaybePromise<readonly ScheduledTaskFacts[]>;
}

/** Identifier of the {@linkcode ScheduledTaskSource} beans. */
export const ScheduledTaskSource: ServiceIdentifier<ScheduledTaskSource> = token<ScheduledTaskSource>(
  "ScheduledTaskSource",
);
