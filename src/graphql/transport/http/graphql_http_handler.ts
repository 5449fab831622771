import type { DisconnectWatch, HttpExchange } from "../../../http/mod.ts";
import type { MaybePromise } from "../../../kernel/mod.ts";
import {
  acceptIncrementalDelivery,
  type OperationKind,
  type ResponseMap,
  shareResultBudget,
} from "../../execution/mod.ts";
import {
  restrictOperations,
  type WebGraphQlHandler,
  type WebGraphQlRequest,
  type WebGraphQlResponse,
} from "../../interception/mod.ts";
import { requestPositions } from "../../wiring/mod.ts";
import { webGraphQlRequest } from "../operation_origin.ts";
import type { OperationParameters } from "../operation_parameters.ts";
import { asRequestRefusal, RequestRefusal } from "../request_refusal.ts";
import { requireResponse } from "../require_response.ts";
import type { HttpOperationReader, HttpOperations } from "./http_operation_reader.ts";
import { jsonResponse, type JsonResponseOptions, refusalResponse } from "./json_responses.ts";
import type { AcceptedFormats } from "./response_format.ts";
import type { AnsweredOperation, ResultWriter } from "./result_writer.ts";

/** The dependencies of a {@linkcode GraphQlHttpHandler}. */
export interface GraphQlHttpHandlerParts {
  /** Executes operations with the interceptors. */
  readonly handler: WebGraphQlHandler;
  /** Reads operations from requests. */
  readonly reader: HttpOperationReader;
  /** Writes their results. */
  readonly writer: ResultWriter;
  /** Detects that a client disconnects. */
  readonly watch: DisconnectWatch;
}

/** Handles GraphQL operations over HTTP: POST for all kinds, GET for queries. */
export class GraphQlHttpHandler {
  readonly #handler: WebGraphQlHandler;
  readonly #reader: HttpOperationReader;
  readonly #writer: ResultWriter;
  readonly #watch: DisconnectWatch;

  /**
   * Creates the handler.
   *
   * @param parts the reader, handler and writer
   */
  constructor({ handler, reader, writer, watch }: GraphQlHttpHandlerParts) {
    this.#handler = handler;
    this.#reader = reader;
    this.#writer = writer;
    this.#watch = watch;
  }

  /** Handles a POST request. */
  post(exchange: HttpExchange): MaybePromise<Response> {
    const formats = this.#reader.formats(exchange);
    const answer = (operations: HttpOperations) =>
      isBatch(operations) ? this.#batch(operations, exchange, formats) : this.#run(operations, exchange, formats);
    try {
      return this.#reader.ofBody(exchange, answer).catch((error) => refused(error, formats));
    } catch (error) {
      return refused(error, formats);
    }
  }

  /** Handles a GET request, and a HEAD request, which receives the headers only. */
  async get(exchange: HttpExchange): Promise<Response> {
    const formats = this.#reader.formats(exchange);
    try {
      const parameters = this.#reader.ofQuery(exchange);
      const response = await this.#run(parameters, exchange, formats);
      response.headers.append("vary", "Accept");
      return exchange.request.method === "HEAD" ? await headOf(response) : response;
    } catch (error) {
      return refused(error, formats);
    }
  }

  #run(parameters: OperationParameters, exchange: HttpExchange, formats: AcceptedFormats): MaybePromise<Response> {
    if (formats.single === undefined && formats.stream === undefined) throw notAcceptable(exchange);
    const request = webGraphQlRequest(parameters, { exchange });
    restrict(request, exchange, formats);
    acceptParts(request, formats);
    if (hasEventStream(formats)) requestPositions(request.graphQlContext, lastEventId(exchange));
    const operation = { request, formats, isAnonymous: isAnonymous(exchange) };
    try {
      const response = this.#handler.handleRequest(request);
      return response instanceof Promise
        ? this.#awaited(response, operation, exchange)
        : this.#writer.write(response, operation);
    } catch (error) {
      return this.#writer.failed(error, operation);
    }
  }

  // Only an asynchronous operation can be cancelled.
  #awaited(
    pending: Promise<WebGraphQlResponse>,
    operation: AnsweredOperation,
    { request }: HttpExchange,
  ): Promise<Response> {
    const unwatch = this.#watch.watch(request, () => operation.request.cancellation.cancel());
    return pending.then(
      (response) => {
        unwatch();
        return this.#writer.write(response, operation);
      },
      (error) => {
        unwatch();
        return this.#writer.failed(error, operation);
      },
    );
  }

  async #batch(
    operations: readonly OperationParameters[],
    exchange: HttpExchange,
    formats: AcceptedFormats,
  ): Promise<Response> {
    if (formats.single?.kind !== "json") throw notAcceptable(exchange);
    const requests = operations.map((parameters) => webGraphQlRequest(parameters, { exchange }));
    shareResultBudget(requests.map(({ graphQlContext }) => graphQlContext));
    const headers = new Headers();
    const unwatch = this.#watch.watch(exchange.request, () => {
      for (const { cancellation } of requests) cancellation.cancel();
    });
    try {
      const results = await Promise.all(requests.map((request) => this.#batched(request, headers)));
      return this.#batchResponse(results, requests, { format: formats.single, headers });
    } finally {
      unwatch();
    }
  }

  #batchResponse(
    results: readonly ResponseMap[],
    requests: readonly WebGraphQlRequest[],
    options: JsonResponseOptions,
  ): Response {
    try {
      return jsonResponse(results, options);
    } catch {
      // A scalar returned a value that JSON can't represent: the other operations keep their results.
      const writable = results.map((result, i) => {
        try {
          JSON.stringify(result);
          return result;
        } catch (error) {
          return this.#writer.failedAmongSeveral(error, requests[i]!);
        }
      });
      return jsonResponse(writable, options);
    }
  }

  async #batched(request: WebGraphQlRequest, headers: Headers): Promise<ResponseMap> {
    restrictOperations(request.graphQlContext, {
      allowed: ["query", "mutation"],
      reason: "a batch has one result per operation: send it alone",
    });
    try {
      const response = requireResponse(await this.#handler.handleRequest(request));
      if (response.hasResponseHeaders) addHeaders(headers, response.responseHeaders);
      return response.toMap();
    } catch (error) {
      return this.#writer.failedAmongSeveral(error, request);
    }
  }
}

// Removes duplicate values of several operations in a batch.
function addHeaders(headers: Headers, further: Headers): void {
  further.forEach((value, name) => {
    // The cache lifetime of one result does not apply to the others.
    if (name === "cache-control" || name === "age") return;
    if (name === "set-cookie") headers.append(name, value);
    else headers.set(name, value);
  });
}

async function headOf(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  // Only a response that is sent in one piece has a known length.
  if (headers.get("content-type")?.includes("json")) {
    headers.set("content-length", String((await response.arrayBuffer()).byteLength));
  } else await response.body?.cancel();
  return new Response(null, { status: response.status, headers });
}

/**
 * Whether caches never store the response to a request, browsers never sniff it, and the request has no credentials.
 */
function isAnonymous({ authentication, request: { method, headers } }: HttpExchange): boolean {
  return authentication === undefined && method === "POST" && headers.get("authorization") === null &&
    headers.get("cookie") === null;
}

const streamReason = 'its results are a stream: accept "text/event-stream" or "multipart/mixed", or use a WebSocket';

const getRestrictions: Readonly<Record<"streams" | "none", readonly OperationKind[]>> = {
  streams: ["query", "subscription"],
  none: ["query"],
};

function restrict(request: WebGraphQlRequest, exchange: HttpExchange, formats: AcceptedFormats): void {
  const { method } = exchange.request;
  if (method !== "POST") {
    const allowed = getRestrictions[formats.stream === undefined || method === "HEAD" ? "none" : "streams"];
    const reason = (kind: OperationKind) =>
      kind === "subscription" ? streamReason : "a GET request must not change anything: use POST";
    restrictOperations(request.graphQlContext, { allowed, reason });
  } else if (formats.stream === undefined) {
    restrictOperations(request.graphQlContext, { allowed: ["query", "mutation"], reason: streamReason });
  }
}

function acceptParts({ graphQlContext }: WebGraphQlRequest, { parts }: AcceptedFormats): void {
  if (parts !== undefined) acceptIncrementalDelivery(graphQlContext, parts.incremental);
}

function hasEventStream({ single, stream }: AcceptedFormats): boolean {
  return single?.kind === "event-stream" || stream?.kind === "event-stream";
}

/** The last event id of a client that reconnects to an event stream. */
function lastEventId({ request }: HttpExchange): string | undefined {
  return request.headers.get("last-event-id") || undefined;
}

function isBatch(operations: HttpOperations): operations is readonly OperationParameters[] {
  return Array.isArray(operations);
}

function notAcceptable({ request }: HttpExchange): RequestRefusal {
  const value = request.headers.get("accept")?.slice(0, 200);
  return new RequestRefusal(
    406,
    `Cannot answer the request as the client must accept "application/graphql-response+json" or "application/json": ` +
      `current value is "${value}"`,
  );
}

function refused(error: unknown, formats: AcceptedFormats): Response {
  return refusalResponse(asRequestRefusal(error), formats.single);
}
