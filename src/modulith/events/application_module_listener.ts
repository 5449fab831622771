import type { Class } from "../../kernel/mod.ts";
import { type ListenerDecorator, listenerDecorator } from "./event_listener.ts";
import { type ApplicationModuleListenerOptions, requireLimits } from "./event_listener_options.ts";

/**
 * Marks a method as the listener of another module's events: it is called after the publisher's transaction has
 * committed, in a separate transaction, and its failure does not affect the publisher.
 *
 * With stored publications (`eventPublications()`) each event is delivered at least once, even if the process crashes
 * in between: a failed delivery is retried with increasing delays.
 *
 * @param eventType the class of the events
 * @param options id, condition, order, former ids, concurrency, key, time limit
 *
 * @example
 * ```ts
 * import { bean, createApp, createContainer } from "@espalier/espalier";
 * import {
 *   AfterCommitDelivery,
 *   ApplicationEvents,
 *   ApplicationModuleListener,
 *   events,
 * } from "@espalier/espalier/modulith";
 *
 * class OrderPlaced {
 *   constructor(readonly orderId: string) {}
 * }
 * class Shipping {
 *   readonly shipped: string[] = [];
 *
 *   @ApplicationModuleListener(OrderPlaced)
 *   ship({ orderId }: OrderPlaced) {
 *     this.shipped.push(orderId);
 *   }
 * }
 * await using app = await createApp(createContainer(events(), bean(Shipping)));
 * await app.container.get(ApplicationEvents).publish(new OrderPlaced("o-1"));
 * await app.container.get(AfterCommitDelivery).settled();
 * console.log(app.container.get(Shipping).shipped); // ["o-1"]
 * ```
 */
export function ApplicationModuleListener<E extends object>(
  eventType: Class<E>,
  options: ApplicationModuleListenerOptions<E> = {},
): ListenerDecorator<E> {
  requireLimits(options);
  return listenerDecorator<E>({ eventType, phase: "afterCommit", options });
}
