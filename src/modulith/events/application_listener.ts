import type { ServiceIdentifier } from "../../../deps.ts";
import { type Class, type MaybePromise, token } from "../../kernel/mod.ts";
import type { ApplicationModuleListenerOptions } from "./event_listener_options.ts";
import type { ScheduleOptions } from "./scheduled/schedule.ts";

/** When a listener is called: inside `publish`, or after the publisher's transaction has committed. */
export type ListenerPhase = "publish" | "afterCommit";

/** A listener that is a bean itself, created by `listenTo` or `listenAfterCommit`. */
export interface ApplicationListener<E extends object = object> extends ApplicationModuleListenerOptions<E> {
  /** The class of the events. */
  readonly eventType: Class<E>;
  /** When the listener is called, before or after the commit. */
  readonly phase: ListenerPhase;
  /** The schedule of a task created by `scheduled`; absent for listeners of published events. */
  readonly schedule?: ScheduleOptions;
  /**
   * Handles an event.
   *
   * @param event the event
   * @param publicationId stays the same when the event is delivered to this listener again
   * @param signal aborted when an after-commit listener exceeds its time limit
   */
  on(event: E, publicationId: string, signal: AbortSignal): MaybePromise<unknown>;
}

/** Identifier of the {@linkcode ApplicationListener} beans. */
export const ApplicationListener: ServiceIdentifier<ApplicationListener> = token<ApplicationListener>(
  "ApplicationListener",
);
