import type { ServiceIdentifier } from "../../deps.ts";
import { token } from "../kernel/mod.ts";
import type { EventStream } from "./event_stream.ts";
import type { Topic, TopicParameters } from "./topic.ts";

/** Carries events to the subscribers of a topic, in this process and, with a broker, in all instances of a service. */
export interface SubscriptionBus {
  /**
   * Publishes an event: immediately, or, within a transaction, after its commit. The event is serialized by this call;
   * after a rollback it is dropped.
   *
   * @param topic the topic of the event
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
   * Subscribes to a topic: a `@SubscriptionMapping` method returns the result. Within a GraphQL subscription whose
   * client resumes, the events after the client's position come first.
   *
   * @param topic the subscribed topic
   * @param parameters the topic's parameters
   * @returns the events published from now on, in the order of their publication; ending the iteration cancels
   *   the subscription
   * @throws SubscriptionEndError when the broker can't be reached, or the client's position is too old
   */
  subscribe<P extends string, T>(topic: Topic<P, T>, parameters: TopicParameters<P>): Promise<EventStream<T>>;
}

/** Identifier of the {@linkcode SubscriptionBus} bean, which `subscriptions()` binds. */
export const SubscriptionBus: ServiceIdentifier<SubscriptionBus> = token<SubscriptionBus>("SubscriptionBus");
