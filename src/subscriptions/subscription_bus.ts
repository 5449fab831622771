import type { ServiceIdentifier } from "../../deps.ts";
import { token } from "../kernel/mod.ts";
import type { EventStream } from "./event_stream.ts";
import type { Topic, TopicParameters } from "./topic.ts";

/** Carries events to the subscribers of a topic, in this process and, with a broker, in all instances of a service. */
export interface SubscriptionBus {
  /**
   * Publishes an event: at once, or within a transaction once that is committed. The event is written when this is
   * called; after a rollback it is dropped.
   *
   * @param topic what subscribers are notified of
   * @param parameters the topic's parameters
   * @param event the event
   * @returns settles when the broker has the event; within a transaction when the event is registered. A broker that
   *   can't be reached after the commit is logged, as nothing can be undone then
   * @throws TypeError when the event or a parameter can't be written
   * @throws SubscriptionBusUnavailableError when the broker can't be reached
   */
  publish<P extends string, T>(
    topic: Topic<P, T>,
    parameters: TopicParameters<P>,
    event: NoInfer<T>,
  ): Promise<void>;
  /**
   * Subscribes to a topic: what a `@SubscriptionMapping` method returns. Within a GraphQL subscription whose client
   * resumes, the events after the client's position come first.
   *
   * @param topic what to be notified of
   * @param parameters the topic's parameters
   * @returns the events that are published from now on, in the order of their publication; leaving the iteration ends
   *   the subscription
   * @throws SubscriptionEndError when the broker can't be reached, or the client's position is too old
   */
  subscribe<P extends string, T>(topic: Topic<P, T>, parameters: TopicParameters<P>): Promise<EventStream<T>>;
}

/** Identifier of the {@linkcode SubscriptionBus} bean, which `subscriptions()` binds. */
export const SubscriptionBus: ServiceIdentifier<SubscriptionBus> = token<SubscriptionBus>("SubscriptionBus");
