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
import { type ReceivedPart, type ResumeOptions, resumeOptions, resumingStream } from "./resuming_stream.ts";
import { parseResponse } from "./parse_response.ts";
import { type ReceivedEvent, serverSentEvents } from "./server_sent_events.ts";

/** Carries requests over event streams, one stream per request (the distinct connections mode of graphql-sse). */
export class EventStreamGraphQlTransport implements GraphQlTransport {
  readonly #url: string;
  readonly #fetch: Fetch;
  readonly #resume: ResumeOptions | undefined;

  /**
   * Creates the transport.
   *
   * @param options the endpoint
   */
  constructor(options: HttpGraphQlTransportOptions) {
    this.#url = endpointOf(options.url);
    this.#fetch = options.fetch ?? fetch;
    this.#resume = resumeOptions(options.resume);
  }

  execute(request: ClientGraphQlRequest): Promise<GraphQlResponseBody> {
    return firstResult(this.executeSubscription(request), request, "the event stream ended without one");
  }

  executeSubscription(request: ClientGraphQlRequest): AsyncIterableIterator<GraphQlResponseBody> {
    return cancellableStream((signal) => {
      const open = (after: string | undefined) => this.#results(continued(request, after), signal);
      return resumingStream({ signal, open }, this.#resume);
    }, request.signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  async *#results(request: ClientGraphQlRequest, signal: AbortSignal): AsyncGenerator<ReceivedPart> {
    const sent = httpRequest(this.#url, { ...request, signal }, "text/event-stream");
    const response = await sendRequest(this.#fetch, sent, request);
    const type = response.headers.get("content-type")?.toLowerCase();
    if (!type?.startsWith("text/event-stream") || response.body === null) {
      throw new SubscriptionError((await readResponse(response, request)).errors ?? [], request);
    }
    for await (const { event, data, id, retryMs } of unbroken(serverSentEvents(response.body, signal), request)) {
      if (event === "complete") return;
      const position = id === "" ? {} : { position: id };
      if (event === "next") yield { body: responseOf(data, request), ...position };
      else if (event === "") yield { retryMs, ...position };
    }
    if (!signal.aborted) throw cut(request, "it has to end with complete");
  }
}

/** The request that continues a subscription, in the words of event streams. */
function continued(request: ClientGraphQlRequest, after: string | undefined): ClientGraphQlRequest {
  if (after === undefined) return request;
  const headers = new Headers(request.headers);
  headers.set("last-event-id", after);
  return { ...request, headers };
}

async function* unbroken(
  events: AsyncIterable<ReceivedEvent>,
  request: ClientGraphQlRequest,
): AsyncGenerator<ReceivedEvent> {
  try {
    yield* events;
  } catch (cause) {
    throw cut(request, cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function cut(request: ClientGraphQlRequest, reason: string, options?: ErrorOptions): GraphQlTransportError {
  return new GraphQlTransportError(`Cannot read on as the event stream was cut: ${reason}`, request, options);
}

function responseOf(data: string, request: ClientGraphQlRequest): GraphQlResponseBody {
  const body = parseResponse(data);
  if (body !== undefined) return body;
  throw new GraphQlTransportError(
    `Cannot read the event as it must be a GraphQL response: its data is "${data.slice(0, 200)}"`,
    request,
  );
}
