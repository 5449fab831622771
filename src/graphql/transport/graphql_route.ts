import { type HttpExchange, type HttpRoute, methodNotAllowed, type OriginGuard } from "../../http/mod.ts";
import type { MaybePromise } from "../../kernel/mod.ts";
import { isVisit } from "./endpoint_page.ts";
import type { GraphQlHttpHandler } from "./http/graphql_http_handler.ts";
import { refusalResponse } from "./http/json_responses.ts";
import type { StreamingHandlers } from "./streaming_handlers.ts";

/** The endpoint of all web transports: checks the origin of a request, then passes it to the requested transport. */
export class GraphQlRoute implements HttpRoute {
  readonly path: string;
  readonly title = "GraphQL";
  /** Access is checked per field. */
  readonly hasOwnRules = true;
  readonly #http: GraphQlHttpHandler;
  readonly #streaming: StreamingHandlers;
  readonly #guard: OriginGuard;
  readonly #methods: readonly string[];

  /**
   * Creates the route.
   *
   * @param http handles plain HTTP
   * @param streaming handles connections that stay open
   * @param guard checks the origin of requests
   */
  constructor(http: GraphQlHttpHandler, streaming: StreamingHandlers, guard: OriginGuard) {
    this.path = streaming.path;
    this.#http = http;
    this.#streaming = streaming;
    this.#guard = guard;
    this.#methods = ["GET", "HEAD", "POST", ...streaming.methods];
  }

  /** Passes the request to the requested transport. */
  handle(exchange: HttpExchange): MaybePromise<Response | undefined> {
    const { cors } = this.#guard;
    const { request } = exchange;
    const message = this.#guard.refusal(exchange);
    if (message !== undefined) return refusalResponse({ status: 403, message }, undefined);
    const preflight = cors.preflight(request, this.#methods);
    if (preflight !== undefined) return preflight;
    if (isVisit(exchange)) return undefined;
    const response = this.#answer(exchange);
    // The server creates the response of a handshake, and browsers ignore its headers.
    if (!cors.isEnabled || request.headers.has("upgrade")) return response;
    return response instanceof Promise
      ? response.then((settled) => cors.permit(request, settled))
      : cors.permit(request, response);
  }

  #answer(exchange: HttpExchange): MaybePromise<Response> {
    const streaming = this.#streaming.handle(exchange);
    if (streaming !== undefined) return streaming;
    const { method } = exchange.request;
    if (method === "POST") return this.#http.post(exchange);
    if (method === "GET" || method === "HEAD") return this.#http.get(exchange);
    return this.#otherMethod(method);
  }

  #otherMethod(method: string): Response {
    if (method === "OPTIONS") return methodNotAllowed(method, this.#methods);
    const allow = [...this.#methods, "OPTIONS"].join(", ");
    const message = `Cannot answer the request as its method must be one of ${allow}: current value is "${method}"`;
    return refusalResponse({ status: 405, message, headers: { allow } }, undefined);
  }
}
