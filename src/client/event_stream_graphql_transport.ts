import { cancellableStream } from "./cancellable_stream.ts";
import type { ClientGraphQlRequest } from "./client_graphql_request.ts";
import type { GraphQlResponseBody } from "./client_graphql_response.ts";
import { endpointOf } from "./endpoint_of.ts";
import { firstResult } from "./first_result.ts";
import { GraphQlTransportError, SubscriptionError } from "./graphql_client_error.ts";
import {
  type Fetch,
  type HttpGraphQlTransportOptions,
  httpRequest,
  readResponse,
  sendRequest,
} from "./graphql_over_http.ts";
import type { GraphQlTransport } from "./graphql_transport.ts";
import { serverSentEvents } from "./server_sent_events.ts";

/** Carries requests over event streams, one stream per request (the distinct connections mode of graphql-sse). */
export class EventStreamGraphQlTransport implements GraphQlTransport {
  readonly #url: string;
  readonly #fetch: Fetch;

  /** @param options the endpoint */
  constructor(options: HttpGraphQlTransportOptions) {
    this.#url = endpointOf(options.url);
    this.#fetch = options.fetch ?? fetch;
  }

  execute(request: ClientGraphQlRequest): Promise<GraphQlResponseBody> {
    const missing = () =>
      new GraphQlTransportError("Cannot read the answer as the event stream ended without one", request);
    return firstResult(this.executeSubscription(request), missing);
  }

  executeSubscription(request: ClientGraphQlRequest): AsyncIterableIterator<GraphQlResponseBody> {
    return cancellableStream((signal) => this.#results(request, signal), request.signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  async *#results(request: ClientGraphQlRequest, signal: AbortSignal): AsyncGenerator<GraphQlResponseBody> {
    const sent = httpRequest(this.#url, { ...request, signal }, "text/event-stream");
    const response = await sendRequest(this.#fetch, sent, request);
    if (!response.headers.get("content-type")?.startsWith("text/event-stream") || response.body === null) {
      throw new SubscriptionError((await readResponse(response, request)).errors ?? [], request);
    }
    for await (const { event, data } of serverSentEvents(response.body, signal)) {
      if (event === "complete") return;
      if (event === "next") yield JSON.parse(data);
    }
    if (!signal.aborted) {
      throw new GraphQlTransportError(
        "Cannot read on as the event stream was cut: it has to end with complete",
        request,
      );
    }
  }
}
