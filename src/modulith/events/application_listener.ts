import type { ServiceIdentifier } from "../../../deps.ts";
import { type Class, type MaybePromise, token } from "../../kernel/mod.ts";
import type { ApplicationModuleListenerOptions } from "./event_listener_options.ts";
import type { ScheduleOptions } from "./scheduled/schedule.ts";

/** When a listener is told of an event: inside `publish`, or after the publisher's transaction has committed. */
export type ListenerPhase = "publish" | "afterCommit";

/** A listener that is a bean of its own: what `listenTo` and `listenAfterCommit` make. */
export interface ApplicationListener<E extends object = object> extends ApplicationModuleListenerOptions<E> {
  /** The class of the events. */
  readonly eventType: Class<E>;
  /** When the listener is called, before or after the commit. */
  readonly phase: ListenerPhase;
  /** When it runs by itself; what `scheduled` makes has one. */
  readonly schedule?: ScheduleOptions;
  /**
   * Handles an event.
   *
   * @param event the event
   * @param publicationId the same each time this listener is told of this event
   * @param signal aborted when a listener after the commit exceeds its time
   */
  on(event: E, publicationId: string, signal: AbortSignal): MaybePromise<unknown>;
}

/** Identifier of the {@linkcode ApplicationListener} beans. */
export const ApplicationListener: ServiceIdentifier<ApplicationListener> = token<ApplicationListener>(
  "ApplicationListener",
);
