import { type Container, ContainerModule } from "../../deps.ts";
import { inRootContext } from "../context/mod.ts";
import {
  installOnce,
  Lifecycle,
  Logger,
  type LogLevel,
  LogLevelTable,
  pause,
  requireFeature,
  StartupTask,
} from "../kernel/mod.ts";
import type { EventStream } from "./event_stream.ts";
import { OccasionalLog } from "./occasional_log.ts";
import { SubscriptionBus } from "./subscription_bus.ts";
import { topic } from "./topic.ts";

/** A change of the level of a category; `null` is that of the prefix, or of the start. */
interface LevelChange {
  readonly category: string;
  readonly level: LogLevel | null;
}

const levels: readonly unknown[] = [
  "TRACE",
  "DEBUG",
  "INFO",
  "WARN",
  "ERROR",
  "OFF",
  null,
] satisfies (LogLevel | null)[];

function isLevelChange(value: unknown): value is LevelChange {
  const { category, level } = Object(value) as Partial<LevelChange>;
  return typeof category === "string" && category.length <= 200 && levels.includes(level);
}

const levelChanged = topic("espalier.logging.level", isLevelChange);

/** Delay before subscribing again to the changes of other instances, in milliseconds. */
const retryMs = 1_000;

/**
 * Synchronizes the levels of log categories between the instances of a service: changes at `/actuator/loggers`
 * of one, or code in its `LogLevelTable`, applies to all that run. An instance that starts later has the levels of its
 * configuration. Needs `subscriptions()`.
 *
 * @throws TypeError when it is installed twice
 *
 * @example
 * ```ts
 * import { createApp, createContainer, LogLevelTable } from "@espalier/espalier";
 * import { sharedLogLevels, subscriptions } from "@espalier/espalier/subscriptions";
 *
 * await using app = await createApp(createContainer(subscriptions(), sharedLogLevels()));
 * app.container.get(LogLevelTable).set("shop.orders", "DEBUG"); // with a broker: in all instances
 * ```
 */
export function sharedLogLevels(): ContainerModule {
  return new ContainerModule((module) => {
    installOnce("sharedLogLevels()", module);
    requireFeature("subscriptions()", { neededBy: "sharedLogLevels()", module });
    module.bind(StartupTask).toConstantValue({
      name: "subscriptions: share the levels of loggers",
      // The broker is connected first.
      order: 1,
      run: (container) => share(container),
    });
  });
}

async function share(container: Container): Promise<void> {
  if (!container.isBound(LogLevelTable)) {
    throw new TypeError("Cannot share the levels of loggers as the application's Logger must be the framework's");
  }
  const sharing = new LevelSharing(
    container.get(SubscriptionBus),
    container.get(LogLevelTable),
    container.get(Logger).forCategory("espalier.subscriptions"),
  );
  container.get(Lifecycle).onDrain(() => sharing.stop());
  await inRootContext(() => sharing.start());
}

/**
 * Publishes local changes, and applies those of all instances in the order of the bus, so that all instances converge.
 */
class LevelSharing {
  readonly #bus: SubscriptionBus;
  readonly #table: LogLevelTable;
  readonly #log: OccasionalLog;
  readonly #stopping = new AbortController();
  #isApplying = false;
  #changes: EventStream<LevelChange> | undefined;
  #running: Promise<void> | undefined;

  constructor(bus: SubscriptionBus, table: LogLevelTable, logger: Logger) {
    this.#bus = bus;
    this.#table = table;
    this.#log = new OccasionalLog(logger);
  }

  /** Starts; if the broker is unreachable, the subscription is retried. */
  async start(): Promise<void> {
    const forget = this.#table.onChange((category, level) => this.#changed({ category, level: level ?? null }));
    this.#stopping.signal.addEventListener("abort", forget, { once: true });
    await this.#subscribe();
    this.#running = this.#follow();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#changes?.return();
    await this.#running;
  }

  async #subscribe(): Promise<void> {
    try {
      this.#changes = await this.#bus.subscribe(levelChanged, {});
    } catch (error) {
      this.#log.warn("Cannot follow the levels of loggers of other instances: it is tried again", { error });
    }
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        for await (const change of this.#changes ?? []) this.#apply(change);
      } catch (error) {
        this.#log.warn("Changes of the levels of loggers may be missing: they are followed again", { error });
      }
      await pause(retryMs, signal);
      if (!signal.aborted) await this.#subscribe();
    }
    await this.#changes?.return();
  }

  #changed(change: LevelChange): void {
    if (this.#isApplying) return;
    this.#bus.publish(levelChanged, {}, change).catch((error) => {
      this.#log.warn("Cannot share the level of a logger: it applies to this instance alone", { error });
    });
  }

  #apply({ category, level }: LevelChange): void {
    this.#isApplying = true;
    try {
      this.#table.set(category, level ?? undefined);
    } finally {
      this.#isApplying = false;
    }
  }
}
