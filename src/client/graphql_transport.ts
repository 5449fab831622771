import type { ClientGraphQlRequest } from "./client_graphql_request.ts";
import type { GraphQlResponseBody } from "./client_graphql_response.ts";

/** Carries requests to a server and responses back. */
export interface GraphQlTransport extends AsyncDisposable {
  /**
   * Sends a query or a mutation.
   *
   * @throws GraphQlTransportError if there is no GraphQL response
   */
  execute(request: ClientGraphQlRequest): Promise<GraphQlResponseBody>;
  /**
   * Sends a subscription when iteration begins; ending the iteration cancels it.
   *
   * Iteration throws a `SubscriptionError` if the server ends the stream with errors, and a `GraphQlTransportError`
   * when the connection fails.
   */
  executeSubscription(request: ClientGraphQlRequest): AsyncIterableIterator<GraphQlResponseBody>;
  /** Closes open connections. */
  [Symbol.asyncDispose](): Promise<void>;
}
