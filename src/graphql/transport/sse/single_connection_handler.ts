import { ClientQuota, type HttpExchange } from "../../../http/mod.ts";
import { acceptIncrementalDelivery } from "../../execution/mod.ts";
import {
  restrictOperations,
  type WebGraphQlHandler,
  type WebGraphQlRequest,
  type WebGraphQlResponse,
} from "../../interception/mod.ts";
import type { HttpOperationReader } from "../http/http_operation_reader.ts";
import { jsonResponse, refusalResponse } from "../http/json_responses.ts";
import { plainJson } from "../http/response_format.ts";
import { failedOperation } from "../failed_operation.ts";
import { webGraphQlRequest } from "../operation_origin.ts";
import { isRequestError } from "../request_error.ts";
import { asRequestRefusal, RequestRefusal } from "../request_refusal.ts";
import { requireResponse } from "../require_response.ts";
import { eventStreamHeaders, type GraphQlSseHandler } from "./graphql_sse_handler.ts";
import { type ReservedOperation, ReservedStream } from "./reserved_stream.ts";

/** The age after which an unconnected reservation may be replaced by a new one, in milliseconds. */
const abandonedAfterMs = 5_000;

const tokenHeader = "x-graphql-event-stream-token";

const getReason = "a GET request must not change anything: use POST";

const methods: ReadonlySet<string> = new Set(["PUT", "GET", "POST", "DELETE"]);

/** An operation, and the expiry of the credentials with which it was started. */
interface StartedOperation extends ReservedOperation {
  readonly expiresAt: number | undefined;
}

/** Handles event streams that clients reserve and share (the "single connection mode" of graphql-sse). */
export class SingleConnectionHandler {
  readonly #handler: WebGraphQlHandler;
  readonly #reader: HttpOperationReader;
  readonly #sse: GraphQlSseHandler;
  readonly #reserved = new Map<string, ReservedStream>();
  readonly #quota: ClientQuota;

  /**
   * @param handler executes operations with the interceptors
   * @param reader reads operations from requests
   * @param sse opens event streams
   */
  constructor(handler: WebGraphQlHandler, reader: HttpOperationReader, sse: GraphQlSseHandler) {
    this.#handler = handler;
    this.#reader = reader;
    this.#sse = sse;
    const { addresses, logger, properties: { graphql } } = sse.platform;
    this.#quota = new ClientQuota({
      name: "reservations of event streams",
      max: graphql.sseMaxReservations,
      maxPerAddress: graphql.sseMaxReservationsPerAddress,
      addresses,
      logger,
    });
    sse.platform.lifecycle.onDrain(() => this.#drain());
  }

  /** Whether the mode is enabled. */
  get isEnabled(): boolean {
    const { sse, sseMaxReservations } = this.#sse.platform.properties.graphql;
    return sse && sseMaxReservations > 0;
  }

  /** Whether a request belongs to a reserved stream. */
  concerns(exchange: HttpExchange): boolean {
    if (!this.isEnabled || !methods.has(exchange.request.method)) return false;
    // `get` reads one header; `has` reads all.
    if (exchange.request.headers.get(tokenHeader) !== null) return true;
    // Other software may use a parameter of that name, too.
    return exchange.search !== "" && this.#reserved.has(tokenOf(exchange) ?? "");
  }

  /** Handles a request of this mode: PUT reserves, GET connects, POST executes, DELETE stops. */
  async handle(exchange: HttpExchange): Promise<Response> {
    try {
      return await this.#handle(exchange);
    } catch (error) {
      return refusalResponse(asRequestRefusal(error), undefined);
    }
  }

  #handle(exchange: HttpExchange): Response | Promise<Response> {
    const { method, headers } = exchange.request;
    if (method === "PUT") return this.#reserve(exchange);
    const token = tokenOf(exchange);
    const reserved = token === undefined ? undefined : this.#reserved.get(token);
    if (token === undefined || reserved === undefined || reserved.isOver) throw notReserved();
    if (method === "DELETE") return stopped(reserved, exchange);
    if (headers.get("accept")?.includes("text/event-stream")) return this.#connect(token, reserved);
    return this.#execute(reserved, exchange);
  }

  #reserve({ remoteAddress, request: { headers } }: HttpExchange): Response {
    const { lifecycle, properties: { graphql } } = this.#sse.platform;
    if (lifecycle.stopping.aborted) {
      throw new RequestRefusal(503, "Cannot reserve an event stream as the service is stopping");
    }
    this.#dropAbandoned(graphql.sseMaxReservations);
    const onEnd = this.#quota.acquire({ remoteAddress, headers });
    if (onEnd === undefined) {
      const message = "Cannot reserve an event stream as there are too many reservations";
      throw new RequestRefusal(429, message, { "retry-after": "5" });
    }
    const token = crypto.randomUUID();
    const onTimeout = () => this.#end(token);
    this.#reserved.set(token, new ReservedStream({ timeoutMs: graphql.sseReservationTimeoutMs, onTimeout, onEnd }));
    return new Response(token, { status: 201, headers: { "content-type": "text/plain; charset=utf-8" } });
  }

  // Reservations of clients that never connect must not block others until they time out.
  #dropAbandoned(max: number): void {
    if (this.#reserved.size < max) return;
    const before = performance.now() - abandonedAfterMs;
    for (const [token, { isConnected, reservedAt }] of this.#reserved) {
      // The oldest come first.
      if (reservedAt > before) return;
      if (!isConnected) return this.#end(token);
    }
  }

  #connect(token: string, reserved: ReservedStream): Response {
    if (reserved.isConnected) throw new RequestRefusal(409, "Cannot open the event stream as it is open already");
    const end = () => this.#end(token);
    const stream = this.#sse.open(end);
    reserved.connect(stream, { timeoutMs: this.#sse.timeoutMs, onTimeout: end });
    return new Response(stream.body, { headers: { ...eventStreamHeaders } });
  }

  async #execute(reserved: ReservedStream, exchange: HttpExchange): Promise<Response> {
    const request = await this.#requestOf(exchange);
    // The client may have disconnected while the body was read.
    if (reserved.isOver) throw notReserved();
    const started = {
      id: this.#operationId(reserved, request.extensions.operationId),
      cancellation: request.cancellation,
    };
    reserved.begin(started);
    try {
      return this.#begun(
        reserved,
        { ...started, expiresAt: exchange.authentication?.expiresAt },
        requireResponse(await this.#handler.handleRequest(request)),
      );
    } catch (error) {
      reserved.forget(started);
      const { status, body, headers } = failedOperation(error, request, this.#sse.platform.logger);
      return jsonResponse(body, { format: plainJson, status, headers });
    }
  }

  async #requestOf(exchange: HttpExchange): Promise<WebGraphQlRequest> {
    const isQuery = exchange.request.method === "GET";
    const operation = isQuery
      ? this.#reader.ofQuery(exchange)
      : await this.#reader.ofBody(exchange, (operations) => operations);
    if (!("query" in operation)) throw new RequestRefusal(400, "Cannot read the request as it must be one operation");
    const request = webGraphQlRequest(operation, { exchange });
    acceptIncrementalDelivery(request.graphQlContext, "current");
    if (isQuery) restrictOperations(request.graphQlContext, { allowed: ["query", "subscription"], reason: getReason });
    return request;
  }

  #begun(reserved: ReservedStream, started: StartedOperation, response: WebGraphQlResponse): Response {
    const headers = response.hasResponseHeaders ? response.responseHeaders : undefined;
    const { stream: results } = response;
    if (results !== undefined) {
      const { cancellation, expiresAt } = started;
      const { logger } = this.#sse.platform;
      reserved.run(started, { results, cancellation, expiresAt, logger, endsByItself: response.isIncremental });
    } else if (reserved.isRunning(started)) {
      if (isRequestError(response)) {
        reserved.forget(started);
        return jsonResponse(response.toMap(), { format: plainJson, status: 400, headers });
      }
      void reserved.finish(started, JSON.stringify({ id: started.id, payload: response.toMap() }));
    }
    return accepted(headers);
  }

  #operationId(reserved: ReservedStream, id: unknown): string {
    if (typeof id !== "string") {
      throw new RequestRefusal(400, 'Cannot execute the operation as "extensions.operationId" must name it');
    }
    if (reserved.has(id)) throw new RequestRefusal(409, `Cannot execute operation "${id}" as it is running already`);
    const most = this.#sse.platform.properties.graphql.webSocketMaxOperations;
    if (reserved.operationCount < most) return id;
    throw new RequestRefusal(
      429,
      `Cannot execute the operation as the number of operations on a connection must be <= ${most}: ` +
        `current value is ${most + 1}`,
    );
  }

  async #drain(): Promise<void> {
    const timer = setTimeout(() => this.#endAll(), this.#sse.platform.properties.http.drainTimeoutMs);
    await Promise.all([...this.#reserved.values()].map((reserved) => reserved.drained()));
    clearTimeout(timer);
    this.#reserved.clear();
  }

  #end(token: string): void {
    const reserved = this.#reserved.get(token);
    this.#reserved.delete(token);
    reserved?.end();
  }

  #endAll(): void {
    for (const reserved of this.#reserved.values()) reserved.end();
    this.#reserved.clear();
  }
}

function notReserved(): RequestRefusal {
  return new RequestRefusal(404, "Cannot use the event stream as it must be reserved first: its token is not known");
}

function tokenOf({ request, search, url }: HttpExchange): string | undefined {
  const header = request.headers.get(tokenHeader);
  if (header !== null) return header;
  return search.includes("token=") ? url.searchParams.get("token") ?? undefined : undefined;
}

function stopped(reserved: ReservedStream, { url }: HttpExchange): Response {
  const id = url.searchParams.get("operationId");
  if (id === null) throw new RequestRefusal(400, 'Cannot stop an operation as "operationId" must name it');
  reserved.stop(id);
  return new Response(null, { status: 200 });
}

function accepted(interceptorHeaders: Headers | undefined): Response {
  const headers = new Headers(interceptorHeaders);
  // An empty body has no content type.
  headers.delete("content-type");
  return new Response(null, { status: 202, headers });
}
