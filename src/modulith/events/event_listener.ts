import { type Class, type MemberDecoratorCall, requireClass } from "../../kernel/mod.ts";
import type { EventListenerOptions } from "./event_listener_options.ts";
import { declareListener } from "./listener_declaration.ts";

/** Decorates a method whose parameter is an event of type `E`, as a standard or a legacy decorator. */
export interface ListenerDecorator<E> {
  /** Called by standard decorators. */
  <This>(method: (this: This, event: E) => unknown, context: ClassMethodDecoratorContext<This>): void;
  /** Called by legacy decorators. */
  <M extends (event: E) => unknown>(
    target: object,
    name: string | symbol,
    descriptor: TypedPropertyDescriptor<M>,
  ): void;
}

/**
 * Marks a method as a listener: it is called for each published event of the class, inside `publish` and in the
 * publisher's transaction. Its errors reach the publisher.
 *
 * The class must be a bean, bound by its application module or under its own class.
 *
 * @param eventType the class of the events
 * @param options order, condition, id
 *
 * @example
 * ```ts
 * import { createApp, createContainer, ContainerModule } from "@espalier/espalier";
 * import { ApplicationEvents, EventListener, events } from "@espalier/espalier/modulith";
 *
 * class OrderPlaced {
 *   constructor(readonly orderId: string) {}
 * }
 * class Ledger {
 *   readonly entries: string[] = [];
 *   @EventListener(OrderPlaced)
 *   enter(event: OrderPlaced) {
 *     this.entries.push(event.orderId);
 *   }
 * }
 * const ledger = new ContainerModule(({ bind }) => bind(Ledger).toSelf());
 * await using app = await createApp(createContainer(events(), ledger));
 * await app.container.get(ApplicationEvents).publish(new OrderPlaced("o-1"));
 * console.log(app.container.get(Ledger).entries); // ["o-1"]
 * ```
 */
export function EventListener<E extends object>(
  eventType: Class<E>,
  options: EventListenerOptions<E> = {},
): ListenerDecorator<E> {
  return listenerDecorator<E>({ eventType, phase: "publish", options });
}

/** Creates the decorator that records a declaration. */
export function listenerDecorator<E>(declaration: {
  readonly eventType: Class;
  readonly phase: "publish" | "afterCommit";
  readonly options: EventListenerOptions<never>;
}): ListenerDecorator<E> {
  requireClass("Cannot listen to an event", declaration.eventType);
  return (...call: unknown[]) =>
    // The registry passes a listener only events of its own class; a decorator has one of two known call signatures.
    declareListener(call as unknown as MemberDecoratorCall, declaration as Parameters<typeof declareListener>[1]);
}
