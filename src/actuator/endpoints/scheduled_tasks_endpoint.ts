import type { Container } from "../../../deps.ts";
import {
  type ActuatorEndpoint,
  type ActuatorRequest,
  sanitizedText,
  type ScheduledTaskFacts,
  ScheduledTaskSource,
} from "../../kernel/mod.ts";
import { afterOthers } from "./after_others.ts";

/** `/actuator/scheduledtasks`: tasks by cron pattern and by delay, with their last and next runs. */
export class ScheduledTasksEndpoint implements ActuatorEndpoint {
  readonly id = "scheduledtasks";
  readonly order = afterOthers;
  readonly #container: Container;

  /** @param container holds the sources of tasks */
  constructor(container: Container) {
    this.#container = container;
  }

  async handle({ path }: ActuatorRequest): Promise<Response | undefined> {
    if (path !== "") return undefined;
    const sources = await this.#container.getAllAsync(ScheduledTaskSource);
    const tasks = (await Promise.all(sources.map(async (source) => await source.tasks()))).flat();
    return Response.json({
      cron: tasks.flatMap((task) =>
        "cron" in task.schedule
          ? [{ ...shown(task), expression: task.schedule.cron, timeZone: task.schedule.timeZone }]
          : []
      ),
      fixedDelay: tasks.flatMap((task) =>
        "fixedDelayMs" in task.schedule
          ? [{ ...shown(task), initialDelay: task.schedule.initialDelayMs, interval: task.schedule.fixedDelayMs }]
          : []
      ),
      fixedRate: [],
      custom: [],
    });
  }
}

function shown({ target, nextAt, last }: ScheduledTaskFacts): object {
  return {
    runnable: { target },
    ...(nextAt === undefined ? {} : { nextExecution: { time: nextAt } }),
    ...(last === undefined ? {} : {
      lastExecution: {
        time: last.at,
        status: last.status,
        ...(last.error === undefined ? {} : { exception: { message: sanitizedText(last.error) } }),
      },
    }),
  };
}
