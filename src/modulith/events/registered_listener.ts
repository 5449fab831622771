import type { ServiceIdentifier } from "../../../deps.ts";
import type { Class, InstalledModule, MaybePromise } from "../../kernel/mod.ts";
import type { ListenerPhase } from "./application_listener.ts";
import type { ScheduleOptions } from "./scheduled/schedule.ts";

/** A listener found at start-up. Its module depends on the module of the event's class (`EVENT_LISTENER`). */
export interface RegisteredListener {
  /** The unique id, which identifies the listener in stored publications. */
  readonly id: string;
  /** Former ids, under which publications may still be stored. */
  readonly formerIds: readonly string[];
  /** The class of the events. */
  readonly eventType: Class<object>;
  /** When the listener is called, before or after the commit. */
  readonly phase: ListenerPhase;
  /** Its order among the listeners of an event; the lowest is called first. */
  readonly order: number;
  /** Whether an after-commit listener runs in a new transaction or in none. */
  readonly transaction: "new" | "none";
  /** Maximum number of events that it handles at the same time; `undefined` for the default. */
  readonly concurrency: number | undefined;
  /** The schedule of a scheduled task; `undefined` for listeners of published events. */
  readonly schedule: ScheduleOptions | undefined;
  /** Time limit in milliseconds; `undefined` for the default. */
  readonly timeoutMs: number | undefined;
  /** The module that holds the listener; `undefined` for a bean outside of all modules. */
  readonly module: InstalledModule | undefined;
  /** The service identifier of the listener's bean. */
  readonly bean: ServiceIdentifier;
  /** The class with the listener method; `undefined` for a listener created from a function. */
  readonly type: Class | undefined;
  /** The method; `undefined` for a listener created from a function. */
  readonly method: string | undefined;
  /** Whether the listener is called for this event. */
  matches(event: object): boolean;
  /** Whether the listener has the option `orderedBy`. */
  readonly isOrdered: boolean;
  /**
   * The ordering key: events with the same key are delivered one after another. `undefined` if the order is irrelevant.
   *
   * @throws TypeError when `orderedBy` returns a value that is not a key
   */
  keyOf(event: object): string | undefined;
  /**
   * Handles an event.
   *
   * @param event the event
   * @param publicationId stays the same when the event is delivered to this listener again
   * @param signal aborted when the listener exceeds its time limit
   */
  invoke(event: object, publicationId: string, signal: AbortSignal): MaybePromise<unknown>;
}
