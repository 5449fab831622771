import type { Container } from "../../../deps.ts";
import { type ActuatorEndpoint, type ActuatorRequest, ConnectionSource, Lifecycle } from "../../kernel/mod.ts";
import { afterOthers } from "./after_others.ts";

/** Number of timers that the delay of the event loop is read from, one after another. */
const samples = 20;

/** Time of each timer, in milliseconds. */
const sampleMs = 5;

/**
 * `/actuator/threaddump`: what a thread dump tells of a JVM. A process of Deno runs JavaScript in one thread: shown are how
 * late its event loop is, measured over 100 ms, and what is open.
 */
export class ThreadDumpEndpoint implements ActuatorEndpoint {
  readonly id = "threaddump";
  readonly order = afterOthers;
  readonly #container: Container;
  #sampling: Promise<EventLoopDelay> | undefined;

  /** @param container holds the sources of connections */
  constructor(container: Container) {
    this.#container = container;
  }

  async handle({ path }: ActuatorRequest): Promise<Response | undefined> {
    if (path !== "") return undefined;
    const lifecycle = this.#container.get(Lifecycle);
    const sources = await this.#container.getAllAsync(ConnectionSource);
    // Callers at the same time share one measurement.
    const eventLoop = await (this.#sampling ??= eventLoopDelay(lifecycle.stopping).finally(() => {
      this.#sampling = undefined;
    }));
    const { rss, external } = Deno.memoryUsage();
    return Response.json({
      threads: [mainThread],
      eventLoop,
      open: {
        applicationState: lifecycle.state,
        longLivedWork: lifecycle.openWork,
        connections: sources.map((source) => ({ kind: source.kind, name: source.name, ...source.counts() })),
        memory: { rss, external },
      },
    });
  }
}

/** The fields of a thread in Spring Boot; the only thread runs the code that writes this. */
const mainThread = {
  threadName: "main",
  threadId: 1,
  blockedTime: -1,
  blockedCount: 0,
  waitedTime: -1,
  waitedCount: 0,
  lockOwnerId: -1,
  daemon: false,
  inNative: false,
  suspended: false,
  threadState: "RUNNABLE",
  priority: 5,
  stackTrace: [],
  lockedMonitors: [],
  lockedSynchronizers: [],
};

interface EventLoopDelay {
  readonly samples: number;
  readonly meanDelayMs: number;
  readonly maxDelayMs: number;
}

async function eventLoopDelay(stopping: AbortSignal): Promise<EventLoopDelay> {
  const delays: number[] = [];
  for (let count = 0; count < samples && !stopping.aborted; count++) {
    const startedAt = performance.now();
    await new Promise((resolve) => setTimeout(resolve, sampleMs));
    delays.push(Math.max(0, performance.now() - startedAt - sampleMs));
  }
  const mean = delays.reduce((sum, delay) => sum + delay, 0) / Math.max(1, delays.length);
  return {
    samples: delays.length,
    meanDelayMs: rounded(mean),
    maxDelayMs: rounded(Math.max(0, ...delays)),
  };
}

function rounded(milliseconds: number): number {
  return Number(milliseconds.toFixed(3));
}
