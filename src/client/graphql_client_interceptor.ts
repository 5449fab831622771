import type { ClientGraphQlRequest } from "./client_graphql_request.ts";
import type { ClientGraphQlResponse } from "./client_graphql_response.ts";

/** Continues with a request: the next interceptor, in the end the transport. */
export type GraphQlClientNext = (request: ClientGraphQlRequest) => Promise<ClientGraphQlResponse>;

/** Continues with a subscription. */
export type GraphQlClientSubscriptionNext = (
  request: ClientGraphQlRequest,
) => AsyncIterableIterator<ClientGraphQlResponse>;

/** Sees each request of a client, and what comes back: the place for credentials, retries, logging. */
export interface GraphQlClientInterceptor {
  /**
   * Handles a query or a mutation.
   *
   * @param request may be replaced for what follows
   * @param next continues; may be called again
   */
  intercept?(request: ClientGraphQlRequest, next: GraphQlClientNext): Promise<ClientGraphQlResponse>;
  /**
   * Handles a subscription.
   *
   * @param request may be replaced for what follows
   * @param next continues
   */
  interceptSubscription?(
    request: ClientGraphQlRequest,
    next: GraphQlClientSubscriptionNext,
  ): AsyncIterableIterator<ClientGraphQlResponse>;
}
