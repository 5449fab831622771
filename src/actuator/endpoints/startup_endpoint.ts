import type { ActuatorEndpoint, ActuatorRequest, StartupStep, StartupTimeline } from "../../kernel/mod.ts";
import { isoDuration } from "../iso_duration.ts";
import { afterOthers } from "./after_others.ts";

/** `/actuator/startup`: the steps of the start with their times; `POST` returns them and forgets them. */
export class StartupEndpoint implements ActuatorEndpoint {
  readonly id = "startup";
  readonly order = afterOthers;
  readonly methods = ["GET", "POST"];
  readonly #timeline: StartupTimeline;
  readonly #version: string;

  /**
   * @param timeline holds the steps
   * @param version of the framework
   */
  constructor(timeline: StartupTimeline, version: string) {
    this.#timeline = timeline;
    this.#version = version;
  }

  handle({ request, path }: ActuatorRequest): Response | undefined {
    if (path !== "") return undefined;
    const { startTime } = this.#timeline;
    const steps = request.method === "POST" ? this.#timeline.drain() : this.#timeline.steps;
    return Response.json({ espalierVersion: this.#version, timeline: { startTime, events: steps.map(eventOf) } });
  }
}

function eventOf({ id, parentId, name, tags, startTime, durationMs }: StartupStep): object {
  return {
    startupStep: {
      id,
      ...(parentId === undefined ? {} : { parentId }),
      name,
      tags: Object.entries(tags).map(([key, value]) => ({ key, value })),
    },
    startTime,
    endTime: new Date(startTime.getTime() + durationMs),
    duration: isoDuration(durationMs),
  };
}
