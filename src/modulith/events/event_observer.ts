import type { ServiceIdentifier } from "../../../deps.ts";
import { type Ordered, token } from "../../kernel/mod.ts";
import type { RegisteredListener } from "./registered_listener.ts";

/** The surroundings in which an event is delivered later. */
export interface DeliveryScope {
  /** The publisher's trace context in W3C form, stored with the publication; absent where nothing is traced. */
  readonly traceparent?: string;
  /** Runs the delivery in these surroundings. */
  run<T>(deliver: () => T): T;
}

/** How a listener handled an event. */
export interface ListenerOutcome {
  /** The event. */
  readonly event: object;
  /** Time until the listener settled, in milliseconds. */
  readonly durationMs: number;
  /** What the listener threw; absent where it did not. */
  readonly error?: unknown;
}

/** Watches events being published and delivered; tracing is one. */
export interface EventObserver extends Ordered {
  /** Called for each published event, before any listener. */
  published?(event: object): void;
  /**
   * Called when a listener has handled an event, before or after the commit; it must not throw. Listeners are wrapped for it
   * only where an observer has the method.
   *
   * @param listener the listener
   * @param outcome how it went
   */
  handled?(listener: RegisteredListener, outcome: ListenerOutcome): void;
  /** Captures the publisher's surroundings, for listeners that are told after the commit. */
  capture?(): DeliveryScope;
  /**
   * Makes surroundings for a publication that is delivered again from the store.
   *
   * @param traceparent what was stored with the publication
   * @param listener the listener that is told
   */
  resume?(traceparent: string | undefined, listener: RegisteredListener): DeliveryScope;
}

/** Identifier of the {@linkcode EventObserver} beans. */
export const EventObserver: ServiceIdentifier<EventObserver> = token<EventObserver>("EventObserver");

/** Nests scopes: the first is the outermost. The trace context is the first that there is. */
export function nestedScope(scopes: readonly DeliveryScope[]): DeliveryScope {
  const traceparent = scopes.find((scope) => scope.traceparent !== undefined)?.traceparent;
  return {
    ...(traceparent === undefined ? {} : { traceparent }),
    run: (deliver) => scopes.reduceRight<typeof deliver>((inner, scope) => () => scope.run(inner), deliver)(),
  };
}
