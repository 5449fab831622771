import type { EventListenerRegistry } from "../event_listener_registry.ts";
import type { EventCodec } from "../publications/event_codec.ts";
import type { EventPublicationStore } from "../publications/event_publication_store.ts";
import { type Schedule, scheduleOf } from "./schedule.ts";
import { ScheduledRun } from "./scheduled.ts";

/** The schedules of an application's tasks, and their next runs in the store. */
export class Schedules {
  readonly #schedules = new Map<string, Schedule>();
  readonly #store: EventPublicationStore;
  readonly #codec: EventCodec;

  /**
   * @param store holds the next run of each task
   * @param codec writes runs
   */
  constructor(store: EventPublicationStore, codec: EventCodec) {
    this.#store = store;
    this.#codec = codec;
  }

  /** Whether a listener is a scheduled task. */
  has(listenerId: string): boolean {
    return this.#schedules.has(listenerId);
  }

  /** The longest time until the next run of a listener that is a scheduled task, in milliseconds. */
  longestMs(listenerId: string): number | undefined {
    return this.#schedules.get(listenerId)?.longestMs;
  }

  /** Reads the schedules, and stores the next run of each task unless it is stored. @returns in how many ms the next ones come */
  async start(registry: EventListenerRegistry): Promise<ReadonlyMap<string, number>> {
    const nextMs = new Map<string, number>();
    for (const { id, schedule: options } of registry.listeners) {
      if (options === undefined) continue;
      const schedule = await scheduleOf(id, options);
      this.#schedules.set(id, schedule);
      const { inMs, at } = schedule.next();
      const run = this.#encoded(at, schedule);
      await this.#store.schedule({ id, listenerId: id, traceparent: undefined, ...run }, inMs);
      nextMs.set(id, inMs);
    }
    return nextMs;
  }

  /**
   * Stores the next run in place of the one that is over, in the caller's transaction where there is one.
   *
   * @param listenerId the task
   * @param owner holds the run that is over
   * @param failure what it failed with
   * @returns in how many milliseconds the next run comes; `undefined` where the caller did not hold the run any more
   */
  async next(listenerId: string, owner: string, failure?: string): Promise<number | undefined> {
    const schedule = this.#schedules.get(listenerId)!;
    const { inMs, at } = schedule.next(await this.#lastOf(listenerId));
    const { serializedEvent } = this.#encoded(at, schedule);
    const isHeld = await this.#store.reschedule(listenerId, owner, { serializedEvent, inMs, failure });
    return isHeld ? inMs : undefined;
  }

  async #lastOf(id: string): Promise<number> {
    const stored = await this.#store.get(id);
    return stored === undefined ? 0 : (this.#codec.decode(stored) as ScheduledRun).at.getTime();
  }

  #encoded(at: number, { description }: Schedule) {
    return this.#codec.encode(new ScheduledRun(new Date(at), description));
  }
}
