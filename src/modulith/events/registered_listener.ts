import type { ServiceIdentifier } from "../../../deps.ts";
import type { Class, InstalledModule, MaybePromise } from "../../kernel/mod.ts";
import type { ListenerPhase } from "./application_listener.ts";
import type { ScheduleOptions } from "./scheduled/schedule.ts";

/** A listener that start-up found. Its module depends on the module of the event's class: an `EVENT_LISTENER` dependency. */
export interface RegisteredListener {
  /** Unique; names the listener in stored publications. */
  readonly id: string;
  /** Further ids under which publications may be stored. */
  readonly formerIds: readonly string[];
  /** The class of the events. */
  readonly eventType: Class<object>;
  /** When the listener is called, before or after the commit. */
  readonly phase: ListenerPhase;
  /** Its place among the listeners of an event; lower ones come first. */
  readonly order: number;
  /** Whether a listener that waits for the commit runs in a transaction of its own. */
  readonly transaction: "new" | "none";
  /** Maximum number of events that it handles at the same time; absent for the default. */
  readonly concurrency: number | undefined;
  /** When it runs by itself; absent for listeners of events. */
  readonly schedule: ScheduleOptions | undefined;
  /** Maximum time that it may take, in milliseconds; absent for the default. */
  readonly timeoutMs: number | undefined;
  /** The module that holds the listener; `undefined` for a bean outside of all modules. */
  readonly module: InstalledModule | undefined;
  /** What the listener's bean is bound under. */
  readonly bean: ServiceIdentifier;
  /** The class with the listener method; `undefined` for a listener made from a function. */
  readonly type: Class | undefined;
  /** The method; `undefined` for a listener made from a function. */
  readonly method: string | undefined;
  /** Whether the listener is told of this event. */
  matches(event: object): boolean;
  /** Whether its events may have keys. */
  readonly isOrdered: boolean;
  /**
   * The key within which events are delivered one after another; `undefined` where any order will do.
   *
   * @throws TypeError when the listener's option yields something else than a key
   */
  keyOf(event: object): string | undefined;
  /**
   * Handles an event.
   *
   * @param event the event
   * @param publicationId the same each time this listener is told of this event
   * @param signal aborted when the listener exceeds its time
   */
  invoke(event: object, publicationId: string, signal: AbortSignal): MaybePromise<unknown>;
}
