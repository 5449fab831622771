import { describeValue, isThenable, type MaybePromise } from "../../kernel/mod.ts";
import type { AfterCommitDelivery, ReleaseDeliveries } from "./after_commit_delivery.ts";
import type { ApplicationEvents } from "./application_events.ts";
import type { EventListenerRegistry } from "./event_listener_registry.ts";
import { type EventObserver, nestedScope } from "./event_observer.ts";
import type { RegisteredListener } from "./registered_listener.ts";

/** The collaborators of {@linkcode DefaultApplicationEvents}. */
export interface ApplicationEventsParts {
  readonly registry: EventListenerRegistry;
  /** Calls the after-commit listeners. */
  readonly afterCommit: AfterCommitDelivery;
  readonly observers: readonly EventObserver[];
}

/** Listeners inside `publish` have no time limit. */
const noLimit = new AbortController().signal;

/** Calls listeners in the same process. */
export class DefaultApplicationEvents implements ApplicationEvents {
  readonly #parts: ApplicationEventsParts;

  /** @param parts the registry, the delivery after commit, observers */
  constructor(parts: ApplicationEventsParts) {
    this.#parts = parts;
  }

  async publish(event: object): Promise<void> {
    requireEvent(event);
    const { registry, observers } = this.#parts;
    if (!registry.isReady) await registry.ready();
    for (const observer of observers) observer.published?.(event);
    const { publish = [], afterCommit: later = [] } = byPhase(registry.listenersOf(event));
    // Stored before any listener runs, in the publisher's transaction: no event of a committed transaction is lost.
    const release = later.length > 0 ? await this.#schedule(event, later) : undefined;
    let id: string | undefined;
    try {
      for (const listener of publish) {
        const result = listener.invoke(event, id ??= crypto.randomUUID(), noLimit);
        // A query builder may return a thenable that is not a promise and runs the query only when it is awaited.
        if (typeof result === "object" && result !== null && isThenable(result)) await result;
      }
    } finally {
      await release?.();
    }
  }

  #schedule(event: object, listeners: readonly RegisteredListener[]): MaybePromise<ReleaseDeliveries> {
    const { afterCommit, observers } = this.#parts;
    const scope = nestedScope(observers.flatMap((observer) => observer.capture?.() ?? []));
    return afterCommit.schedule({ event, listeners, scope });
  }
}

function requireEvent(event: unknown): void {
  if (typeof event === "object" && event !== null) {
    const type: unknown = event.constructor;
    // A promise is rejected: the caller forgot to await the function that creates the event.
    if (typeof type === "function" && type !== Object && type !== Array && !(event instanceof Promise)) return;
  }
  throw new TypeError(
    `Cannot publish an event as it must be an instance of a class: current value is ${describeValue(event)}`,
  );
}

function byPhase(
  listeners: readonly RegisteredListener[],
): Partial<Record<RegisteredListener["phase"], RegisteredListener[]>> {
  return Object.groupBy(listeners, ({ phase }) => phase);
}
