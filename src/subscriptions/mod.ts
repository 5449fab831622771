/**
 * Events for the subscribers of all instances of a service: a bus over PostgreSQL, Redis, NATS or memory, with typed
 * topics, and streams that resume at the client's last position.
 *
 * ```ts
 * import { createApp, createContainer, t } from "@espalier/espalier";
 * import { SubscriptionBus, subscriptions, topic } from "@espalier/espalier/subscriptions";
 *
 * const stockChanged = topic("stock.{bookId}", t.int);
 * const container = createContainer(subscriptions());
 * await using _app = await createApp(container);
 * const bus = container.get(SubscriptionBus);
 * await using changes = await bus.subscribe(stockChanged, { bookId: "pg1342" });
 * await bus.publish(stockChanged, { bookId: "pg1342" }, 7);
 * console.log((await changes.next()).value); // 7
 * ```
 *
 * - Feature: {@linkcode subscriptions}. Use: {@linkcode topic}, {@linkcode SubscriptionBus}.
 * - {@linkcode sharedLogLevels} changes log levels in all instances.
 *
 * Read on: `docs/subscriptions.md` in the repository.
 *
 * @module
 */

export * from "./event_stream.ts";
export { subscriptions } from "./feature.ts";
export type { PostgresSubscriptionOptions, SubscriptionsOptions } from "./feature.ts";
export type { MemorySubscriptionOptions } from "./memory_broker.ts";
export type { NatsSubscriptionOptions } from "./nats_broker.ts";
export type { RedisSubscriptionOptions } from "./redis_broker.ts";
export { sharedLogLevels } from "./shared_log_levels.ts";
export * from "./subscription_bus.ts";
export * from "./subscription_bus_unavailable_error.ts";
export * from "./topic.ts";
