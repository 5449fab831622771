import type { ServiceIdentifier } from "../../../deps.ts";
import { type Ordered, token } from "../../kernel/mod.ts";
import type { RegisteredListener } from "./registered_listener.ts";

/** The context in which an event is delivered later. */
export interface DeliveryScope {
  /** The publisher's trace context as W3C `traceparent`, stored with the publication; absent without tracing. */
  readonly traceparent?: string;
  /** Runs the delivery in this context. */
  run<T>(deliver: () => T): T;
}

/** The outcome of a listener call. */
export interface ListenerOutcome {
  /** The event. */
  readonly event: object;
  /** Time until the listener settled, in milliseconds. */
  readonly durationMs: number;
  /** The error that the listener threw; absent after success. */
  readonly error?: unknown;
}

/** Observes the publication and delivery of events, as tracing does. */
export interface EventObserver extends Ordered {
  /** Called for each published event, before any listener. */
  published?(event: object): void;
  /**
   * Called when a listener has handled an event, before or after the commit; it must not throw. Listeners are wrapped
   * only if an observer has this method.
   *
   * @param listener the listener
   * @param outcome the event, the duration and the error, if any
   */
  handled?(listener: RegisteredListener, outcome: ListenerOutcome): void;
  /** Captures the publisher's context for after-commit listeners. */
  capture?(): DeliveryScope;
  /**
   * Creates the context for a publication that is delivered from the store.
   *
   * @param traceparent the trace context stored with the publication
   * @param listener the listener to call
   */
  resume?(traceparent: string | undefined, listener: RegisteredListener): DeliveryScope;
}

/** Identifier of the {@linkcode EventObserver} beans. */
export const EventObserver: ServiceIdentifier<EventObserver> = token<EventObserver>("EventObserver");

/** Nests scopes: the first is the outermost. The trace context is that of the first scope that has one. */
export function nestedScope(scopes: readonly DeliveryScope[]): DeliveryScope {
  const traceparent = scopes.find((scope) => scope.traceparent !== undefined)?.traceparent;
  return {
    ...(traceparent === undefined ? {} : { traceparent }),
    run: (deliver) => scopes.reduceRight<typeof deliver>((inner, scope) => () => scope.run(inner), deliver)(),
  };
}
