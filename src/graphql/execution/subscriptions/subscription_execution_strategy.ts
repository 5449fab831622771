/** Names of the settings that decide how subscriptions execute. */
export interface SubscriptionSettings {
  /**
   * Key of a request's `GraphQLContext`: `true` keeps the results of a subscription in the order of its source.
   * Otherwise a result is sent as soon as it is complete.
   */
  readonly KEEP_SUBSCRIPTION_EVENTS_ORDERED: "KEEP_SUBSCRIPTION_EVENTS_ORDERED";
}

/**
 * Settings of subscriptions, for a request's `GraphQLContext`.
 *
 * @example
 * ```ts
 * import { SubscriptionExecutionStrategy, type WebGraphQlInterceptor } from "@espalier/espalier/graphql";
 *
 * const ordered: WebGraphQlInterceptor = {
 *   intercept: (request, next) => {
 *     request.graphQlContext.put(SubscriptionExecutionStrategy.KEEP_SUBSCRIPTION_EVENTS_ORDERED, true);
 *     return next(request);
 *   },
 * };
 * ```
 */
export const SubscriptionExecutionStrategy: SubscriptionSettings = {
  KEEP_SUBSCRIPTION_EVENTS_ORDERED: "KEEP_SUBSCRIPTION_EVENTS_ORDERED",
};
