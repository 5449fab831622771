import { type Class, type MaybePromise, requireClass } from "../../kernel/mod.ts";
import type { ApplicationListener } from "./application_listener.ts";
import {
  type ApplicationModuleListenerOptions,
  type EventListenerOptions,
  requireLimits,
} from "./event_listener_options.ts";

/**
 * Handles events of a class. An after-commit listener can use the publication's id to detect repeated deliveries, and
 * the signal to stop when its time limit is exceeded.
 */
export type EventHandler<E> = (event: E, publicationId: string, signal: AbortSignal) => MaybePromise<unknown>;

/**
 * Creates a listener from a function, which is called inside `publish`, in the publisher's transaction.
 *
 * @param eventType the class of the events
 * @param on handles an event; its errors reach the publisher
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
 * Creates a listener from a function, which is called after the publisher's transaction has committed; with stored
 * publications it is called at least once, even if the process crashes in between.
 *
 * @param eventType the class of the events
 * @param on handles an event; a failure is logged and, with stored publications, retried
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

function listener<E extends object>(created: ApplicationListener<E>): ApplicationListener {
  requireClass("Cannot listen to an event", created.eventType);
  requireLimits(created);
  // The registry passes a listener only events of its own class, so its parameter may be narrower than `object`.
  return created as unknown as ApplicationListener;
}
