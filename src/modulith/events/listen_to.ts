import { type Class, type MaybePromise, requireClass } from "../../kernel/mod.ts";
import type { ApplicationListener } from "./application_listener.ts";
import {
  type ApplicationModuleListenerOptions,
  type EventListenerOptions,
  requireLimits,
} from "./event_listener_options.ts";

/**
 * What handles events of a class; a listener after the commit may use the publication's id to know repetitions, and the
 * signal to stop when it exceeds its time.
 */
export type EventHandler<E> = (event: E, publicationId: string, signal: AbortSignal) => MaybePromise<unknown>;

/**
 * Makes a listener from a function. It is told inside `publish`, in the publisher's transaction.
 *
 * @param eventType the class of the events
 * @param on handles an event; what it throws reaches the publisher
 * @param options order, condition, id
 * @returns the listener, to be bound under `ApplicationListener`
 *
 * @example
 * ```ts
 * import { ContainerModule, createApp, createContainer } from "@espalier/espalier";
 * import { ApplicationEvents, ApplicationListener, events, listenTo } from "@espalier/espalier/modulith";
 *
 * class OrderPlaced {
 *   constructor(readonly orderId: string) {}
 * }
 * const audit = new ContainerModule(({ bind }) => {
 *   bind(ApplicationListener).toConstantValue(listenTo(OrderPlaced, ({ orderId }) => console.log(orderId)));
 * });
 * await using app = await createApp(createContainer(events(), audit));
 * await app.container.get(ApplicationEvents).publish(new OrderPlaced("o-1"));
 * ```
 */
export function listenTo<E extends object>(
  eventType: Class<E>,
  on: EventHandler<E>,
  options: EventListenerOptions<E> = {},
): ApplicationListener {
  return listener({ ...options, eventType, phase: "publish", on });
}

/**
 * Makes a listener from a function. It is told after the publisher's transaction has committed; where publications are
 * stored it is told at least once, even if the process dies in between.
 *
 * @param eventType the class of the events
 * @param on handles an event; a failure is logged and, where publications are stored, tried again
 * @param options the id, which stored publications need, and order, condition, former ids
 * @returns the listener, to be bound under `ApplicationListener`
 *
 * @example
 * ```ts
 * import { ContainerModule, createApp, createContainer } from "@espalier/espalier";
 * import {
 *   AfterCommitDelivery,
 *   ApplicationEvents,
 *   ApplicationListener,
 *   events,
 *   listenAfterCommit,
 * } from "@espalier/espalier/modulith";
 *
 * class OrderPlaced {
 *   constructor(readonly orderId: string) {}
 * }
 * const ship = listenAfterCommit(OrderPlaced, ({ orderId }) => console.log("ship", orderId), { id: "shipping.ship" });
 * const listeners = new ContainerModule(({ bind }) => bind(ApplicationListener).toConstantValue(ship));
 * await using app = await createApp(createContainer(events(), listeners));
 * await app.container.get(ApplicationEvents).publish(new OrderPlaced("o-1"));
 * await app.container.get(AfterCommitDelivery).settled(); // ship o-1
 * ```
 */
export function listenAfterCommit<E extends object>(
  eventType: Class<E>,
  on: EventHandler<E>,
  options: ApplicationModuleListenerOptions<E> & { readonly id: string },
): ApplicationListener {
  return listener({ ...options, eventType, phase: "afterCommit", on });
}

function listener<E extends object>(made: ApplicationListener<E>): ApplicationListener {
  requireClass("Cannot listen to an event", made.eventType);
  requireLimits(made);
  // The registry hands a listener only events of its own class, so what it takes may be narrower than `object`.
  return made as unknown as ApplicationListener;
}
