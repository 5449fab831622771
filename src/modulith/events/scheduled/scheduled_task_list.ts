import type { ScheduledTaskFacts, ScheduledTaskSource } from "../../../kernel/mod.ts";
import type { EventListenerRegistry } from "../event_listener_registry.ts";
import type { EventPublication } from "../publications/event_publication.ts";
import type { EventPublicationStore } from "../publications/event_publication_store.ts";
import type { ScheduleOptions } from "./schedule.ts";

/** Lists the scheduled tasks of an application with their runs in the store, which all instances share. */
export class ScheduledTaskList implements ScheduledTaskSource {
  readonly #registry: EventListenerRegistry;
  readonly #store: EventPublicationStore;

  /**
   * @param registry has the tasks
   * @param store stores the next run of each task
   */
  constructor(registry: EventListenerRegistry, store: EventPublicationStore) {
    this.#registry = registry;
    this.#store = store;
  }

  async tasks(): Promise<ScheduledTaskFacts[]> {
    await this.#registry.ready();
    return await Promise.all(
      this.#registry.listeners.flatMap(({ id, schedule }) =>
        schedule === undefined ? [] : [this.#factsOf(id, schedule)]
      ),
    );
  }

  async #factsOf(id: string, schedule: ScheduleOptions): Promise<ScheduledTaskFacts> {
    const run = await this.#store.get(id);
    const target = id.replace(/^scheduled:/, "");
    return { target, schedule: shown(schedule), ...(run === undefined ? {} : runsOf(run)) };
  }
}

function shown(schedule: ScheduleOptions): ScheduledTaskFacts["schedule"] {
  if ("cron" in schedule) return { cron: schedule.cron, timeZone: schedule.timeZone ?? "UTC" };
  const { fixedDelayMs, initialDelayMs = fixedDelayMs } = schedule;
  return { fixedDelayMs, initialDelayMs };
}

/** Reads the end of the last run and the time of the next one from the row of a task. */
function runsOf(run: EventPublication): Pick<ScheduledTaskFacts, "nextAt" | "last"> {
  const { status, statusSince, publicationDate, nextAttemptDate, failure } = run;
  if (status === "PROCESSING") return { last: { at: statusSince, status: "STARTED" } };
  const next = nextAttemptDate === undefined ? {} : { nextAt: nextAttemptDate };
  // An unchanged row belongs to a task that has never run.
  if (statusSince.getTime() === publicationDate.getTime()) return next;
  const last = failure === undefined
    ? { at: statusSince, status: "SUCCESS" as const }
    : { at: statusSince, status: "ERROR" as const, error: failure };
  return { ...next, last };
}
