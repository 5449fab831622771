import type { Container, ServiceIdentifier } from "../../../deps.ts";
import { inOrder, token } from "../../kernel/mod.ts";
import { EventObserver } from "./event_observer.ts";
import { findListeners } from "./find_listeners.ts";
import { observedListener } from "./observed_listener.ts";
import type { RegisteredListener } from "./registered_listener.ts";

/** The event listeners of an application, known once start-up has found them. */
export interface EventListenerRegistry {
  /** Finds the listeners once: at start-up, or when an event is published before that. */
  ready(): Promise<void>;
  /** Whether the listeners are known. */
  readonly isReady: boolean;
  /** Whether an after-commit listener has the option `orderedBy`. */
  readonly hasOrder: boolean;
  /** All listeners, lowest `order` first, then in binding order. Empty before {@linkcode ready}. */
  readonly listeners: readonly RegisteredListener[];
  /**
   * The listeners to call for an event: those of its class or a base class whose condition it meets.
   *
   * @param event the event
   */
  listenersOf(event: object): readonly RegisteredListener[];
  /**
   * The listener of a stored publication.
   *
   * @param id the listener's id or one of its former ids
   */
  byId(id: string): RegisteredListener | undefined;
}

/** Identifier of the {@linkcode EventListenerRegistry} bean, which `events()` binds. */
export const EventListenerRegistry: ServiceIdentifier<EventListenerRegistry> = token<EventListenerRegistry>(
  "EventListenerRegistry",
);

/** An {@linkcode EventListenerRegistry} that finds the listeners in a container. */
export class ContainerEventListenerRegistry implements EventListenerRegistry {
  readonly #container: Container;
  #finding: Promise<void> | undefined;
  #isReady = false;
  #listeners: readonly RegisteredListener[] = [];
  readonly #byId = new Map<string, RegisteredListener>();

  /** @param container the container with the listeners' beans */
  constructor(container: Container) {
    this.#container = container;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get hasOrder(): boolean {
    return this.#listeners.some(({ phase, isOrdered }) => phase === "afterCommit" && isOrdered);
  }

  get listeners(): readonly RegisteredListener[] {
    return this.#listeners;
  }

  ready(): Promise<void> {
    return this.#finding ??= this.#find();
  }

  listenersOf(event: object): readonly RegisteredListener[] {
    return this.#listeners.filter((listener) => listener.matches(event));
  }

  byId(id: string): RegisteredListener | undefined {
    return this.#byId.get(id);
  }

  async #find(): Promise<void> {
    const found = inOrder(await findListeners(this.#container));
    const observers = (await this.#container.getAllAsync(EventObserver)).filter(({ handled }) => handled !== undefined);
    this.#listeners = observers.length === 0 ? found : found.map((each) => observedListener(each, observers));
    for (const listener of this.#listeners) {
      for (const id of [listener.id, ...listener.formerIds]) this.#byId.set(id, listener);
    }
    this.#isReady = true;
  }
}
