/**
 * Events for the subscribers of all instances of a service.
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
