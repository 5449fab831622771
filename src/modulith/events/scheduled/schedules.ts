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
   * @param store stores the next run of each task
   * @param codec encodes the runs
   */
  constructor(store: EventPublicationStore, codec: EventCodec) {
    this.#store = store;
    this.#codec = codec;
  }

  /** Whether a listener is a scheduled task. */
  has(listenerId: string): boolean {
    return this.#schedules.has(listenerId);
  }

  /** Maximum time until the next run of a scheduled task, in milliseconds; `undefined` for other listeners. */
  longestMs(listenerId: string): number | undefined {
    return this.#schedules.get(listenerId)?.longestMs;
  }

  /** Reads the schedules, and stores missing next runs. @returns the milliseconds until the next run, by task */
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
   * Replaces the finished run by the next one, in the caller's transaction if there is one.
   *
   * @param listenerId the task
   * @param owner the instance that holds the finished run
   * @param failure the error of the finished run, if it failed
   * @returns the milliseconds until the next run; `undefined` if the caller no longer held the run
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
