import type { ClientGraphQlRequest } from "./client_graphql_request.ts";
import type { GraphQlResponseBody } from "./client_graphql_response.ts";
import { endpointOf } from "./endpoint_of.ts";
import { EventStreamGraphQlTransport } from "./event_stream_graphql_transport.ts";
import {
  type Fetch,
  type HttpGraphQlTransportOptions,
  httpRequest,
  readResponse,
  sendRequest,
} from "./graphql_over_http.ts";
import type { GraphQlTransport } from "./graphql_transport.ts";

/**
 * Sends requests over HTTP by the GraphQL-over-HTTP specification. Subscriptions use an event stream at the
 * same address.
 */
export class HttpGraphQlTransport implements GraphQlTransport {
  readonly #url: string;
  readonly #fetch: Fetch;
  readonly #events: EventStreamGraphQlTransport;

  /**
   * Creates the transport.
   *
   * @param options the endpoint
   */
  constructor(options: HttpGraphQlTransportOptions) {
    this.#url = endpointOf(options.url);
    this.#fetch = options.fetch ?? fetch;
    this.#events = new EventStreamGraphQlTransport(options);
  }

  async execute(request: ClientGraphQlRequest): Promise<GraphQlResponseBody> {
    const sent = httpRequest(this.#url, request, "application/graphql-response+json, application/json;q=0.9");
    return await readResponse(await sendRequest(this.#fetch, sent, request), request);
  }

  executeSubscription(request: ClientGraphQlRequest): AsyncIterableIterator<GraphQlResponseBody> {
    return this.#events.executeSubscription(request);
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}
