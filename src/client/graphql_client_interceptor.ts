import type { ClientGraphQlRequest } from "./client_graphql_request.ts";
import type { ClientGraphQlResponse } from "./client_graphql_response.ts";

/** Continues with a request: the next interceptor, in the end the transport. */
export type GraphQlClientNext = (request: ClientGraphQlRequest) => Promise<ClientGraphQlResponse>;

/** Continues with a subscription. */
export type GraphQlClientSubscriptionNext = (
  request: ClientGraphQlRequest,
) => AsyncIterableIterator<ClientGraphQlResponse>;

/** Intercepts each request of a client and its response, for example for credentials, retries or logging. */
export interface GraphQlClientInterceptor {
  /**
   * Handles a query or a mutation.
   *
   * @param request the request, which may be replaced
   * @param next continues with the request; may be called repeatedly
   */
  intercept?(request: ClientGraphQlRequest, next: GraphQlClientNext): Promise<ClientGraphQlResponse>;
  /**
   * Handles a subscription.
   *
   * @param request the request, which may be replaced
   * @param next continues
   */
  interceptSubscription?(
    request: ClientGraphQlRequest,
    next: GraphQlClientSubscriptionNext,
  ): AsyncIterableIterator<ClientGraphQlResponse>;
}
