import { ContainerModule } from "../../../deps.ts";
import type { Class } from "../../kernel/mod.ts";
import { type DeliveryScope, EventObserver } from "../../modulith/mod.ts";

/**
 * The events that an application has published, in order. The class is its own identifier in the container;
 * {@linkcode recordEvents} binds it.
 */
export class PublishedEvents implements EventObserver {
  readonly #events: object[] = [];
  readonly #watchers = new Set<() => void>();

  /** All events. */
  get all(): readonly object[] {
    return [...this.#events];
  }

  /**
   * The events of a class and of those that extend it.
   *
   * @param type the class
   */
  ofType<E extends object>(type: Class<E>): EventsOfType<E> {
    return new EventsOfType(this.#events.filter((event): event is E => event instanceof type));
  }

  /** Clears the recorded events. */
  clear(): void {
    this.#events.length = 0;
  }

  /**
   * Calls back whenever an event was published, and whenever a listener that waits for the commit is done.
   *
   * @returns stops the calls
   */
  watch(onActivity: () => void): () => void {
    this.#watchers.add(onActivity);
    return () => void this.#watchers.delete(onActivity);
  }

  published(event: object): void {
    this.#events.push(event);
    this.#tell();
  }

  capture(): DeliveryScope {
    return this.#watched();
  }

  resume(): DeliveryScope {
    return this.#watched();
  }

  #watched(): DeliveryScope {
    return {
      run: (deliver) => {
        const result = deliver();
        // A failing delivery is the application's to report; here only its end matters.
        Promise.resolve(result).then(() => this.#tell(), () => this.#tell());
        return result;
      },
    };
  }

  #tell(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }
}

/** Some of the published events. */
export class EventsOfType<E extends object> implements Iterable<E> {
  readonly #events: readonly E[];

  /**
   * Creates the type.
   *
   * @param events the events
   */
  constructor(events: readonly E[]) {
    this.#events = events;
  }

  /** How many there are. */
  get size(): number {
    return this.#events.length;
  }

  /** The events that a predicate accepts. */
  matching(predicate: (event: E) => boolean): EventsOfType<E> {
    return new EventsOfType(this.#events.filter(predicate));
  }

  /** Iterates over the events in the order of their publication. */
  [Symbol.iterator](): Iterator<E> {
    return this.#events[Symbol.iterator]();
  }
}

/**
 * Records the events that an application publishes: load it in addition to `events()`.
 *
 * @example
 * ```ts
 * import { createApp, createContainer } from "@espalier/espalier";
 * import { ApplicationEvents, events } from "@espalier/espalier/modulith";
 * import { PublishedEvents, recordEvents } from "@espalier/espalier/testing";
 *
 * class OrderPlaced {
 *   constructor(readonly order: string) {}
 * }
 * await using app = await createApp(createContainer(events(), recordEvents()));
 * await app.container.get(ApplicationEvents).publish(new OrderPlaced("4711"));
 * const placed = app.container.get(PublishedEvents).ofType(OrderPlaced);
 * console.log(placed.matching(({ order }) => order === "4711").size); // 1
 * ```
 */
export function recordEvents(): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(PublishedEvents).toConstantValue(new PublishedEvents());
    bind(EventObserver).toService(PublishedEvents);
  });
}
