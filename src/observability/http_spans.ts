import type { Attributes, Histogram, Span, TraceContext } from "./deps.ts";
import type { HttpExchange, HttpInterceptor, NextHttpHandler } from "../http/mod.ts";
import type { MaybePromise } from "../kernel/mod.ts";
import { errorType, isBelow, methodOf, schemeOf } from "./http_facts.ts";
import { JoinedSpan } from "./joined_span.ts";
import type { RecordedQuery } from "./recorded_query.ts";
import { traceTime } from "./spans/trace_clock.ts";
import type { StartedSpan, Tracing } from "./tracing.ts";

/** The collaborators of {@linkcode HttpSpans}. */
export interface HttpSpansParts {
  readonly tracing: Tracing;
  /** Durations of requests, in seconds; `undefined` without a reader of metrics. */
  readonly duration: Histogram | undefined;
  /** Requests at or below these paths are not traced, as there are many probes. */
  readonly excludedPaths: readonly string[];
  /** Redacts query strings. */
  readonly query: RecordedQuery;
}

/** Records a span and a duration for each request, by OpenTelemetry's conventions for HTTP servers. */
export class HttpSpans implements HttpInterceptor {
  readonly order = -1000;
  readonly #parts: HttpSpansParts;

  /** @param parts tracing, the metric, excluded paths */
  constructor(parts: HttpSpansParts) {
    this.#parts = parts;
  }

  intercept(exchange: HttpExchange, next: NextHttpHandler): MaybePromise<Response> {
    const { tracing, excludedPaths, duration } = this.#parts;
    for (const path of excludedPaths) {
      if (isBelow(exchange.path, path)) return tracing.withoutSpans(() => next(exchange));
    }
    // Read only if the duration is measured.
    const startTime = duration === undefined ? undefined : traceTime();
    const { span, context } = this.#begin(exchange, startTime);
    if (duration === undefined && !span.isRecording()) {
      return context === tracing.active ? next(exchange) : tracing.with(context, () => next(exchange));
    }
    const finish = { exchange, span, startTime };
    try {
      const response = tracing.with(context, () => next(exchange));
      if (response instanceof Response) return this.#succeeded(response, finish);
      return response.then(
        (settled) => this.#succeeded(settled, finish),
        (error) => this.#failed(error, finish),
      );
    } catch (error) {
      return this.#failed(error, finish);
    }
  }

  /** Starts the request's span, or joins the runtime's span if the spans go to the runtime. */
  #begin(exchange: HttpExchange, startTime: number | undefined): StartedSpan {
    const { tracing, query } = this.#parts;
    // The runtime has no span for a request without a socket: a test, or a call within the process.
    const runtimes = tracing.joinsRuntime && exchange.remoteAddress !== undefined ? tracing.activeSpan : undefined;
    if (runtimes !== undefined) {
      const span = new JoinedSpan(runtimes).setAttributes(requestAttributes(exchange, query));
      if (exchange.search !== "") span.setAttribute("url.full", fullUrl(exchange, query));
      return { span, context: tracing.active };
    }
    return tracing.startSpan(spanName(exchange), {
      kind: tracing.api.SpanKind.SERVER,
      parent: this.#callersContext(exchange),
      ...(startTime === undefined ? {} : { startTime }),
      describe: () => requestAttributes(exchange, query),
    });
  }

  #callersContext({ request }: HttpExchange): TraceContext {
    const { tracing } = this.#parts;
    // The runtime may have started a server span from the same headers.
    if (tracing.usesGlobalContext && tracing.activeSpan !== undefined && !tracing.isUnsampled()) return tracing.active;
    const traceparent = request.headers.get("traceparent");
    if (traceparent === null) return tracing.api.ROOT_CONTEXT;
    const tracestate = request.headers.get("tracestate");
    return tracing.extract(tracestate === null ? { traceparent } : { traceparent, tracestate });
  }

  #succeeded(response: Response, finish: Finish): Response {
    const { exchange, span } = finish;
    const { status } = response;
    if (span.isRecording()) {
      span.setAttribute("http.response.status_code", status);
      this.#nameRoute(exchange, span);
      if (status >= 500) span.setStatus({ code: this.#parts.tracing.api.SpanStatusCode.ERROR });
    }
    this.#end(finish, status, status >= 500 ? String(status) : undefined);
    return response;
  }

  #failed(error: unknown, finish: Finish): never {
    this.#nameRoute(finish.exchange, finish.span);
    this.#parts.tracing.recordFailure(finish.span, error);
    this.#end(finish, 500, errorType(error));
    throw error;
  }

  #nameRoute(exchange: HttpExchange, span: Span): void {
    if (exchange.route === undefined) return;
    span.updateName(`${spanName(exchange)} ${exchange.route}`);
    span.setAttribute("http.route", exchange.route);
  }

  #end({ exchange, span, startTime }: Finish, status: number, failure: string | undefined): void {
    const endTime = traceTime();
    if (failure !== undefined) span.setAttribute("error.type", failure);
    span.end(endTime);
    if (startTime === undefined) return;
    this.#parts.duration?.record(Math.max(0, endTime - startTime) / 1000, {
      "http.request.method": methodOf(exchange),
      "http.response.status_code": status,
      "url.scheme": schemeOf(exchange),
      ...(failure === undefined ? {} : { "error.type": failure }),
      ...(exchange.route === undefined ? {} : { "http.route": exchange.route }),
    });
  }
}

interface Finish {
  readonly exchange: HttpExchange;
  readonly span: Span;
  readonly startTime: number | undefined;
}

function spanName(exchange: HttpExchange): string {
  const method = methodOf(exchange);
  return method === "_OTHER" ? "HTTP" : method;
}

/** Host and port that the client used; without the default port of the scheme. */
function serverOf(origin: string): Server {
  // Match the host after the scheme and before the port; an IPv6 address has colons within brackets.
  const [, host = "", port] = /:\/\/(.*?)(?::(\d+))?$/.exec(origin) ?? [];
  return { origin, address: host.replace(/^\[|\]$/g, ""), port: port === undefined ? undefined : Number(port) };
}

let lastServer: Server = { origin: "", address: "", port: undefined };

interface Server {
  readonly origin: string;
  readonly address: string;
  readonly port: number | undefined;
}

function requestAttributes(exchange: HttpExchange, query: RecordedQuery): Attributes {
  const { request, path, search, origin, remoteAddress } = exchange;
  const method = methodOf(exchange);
  // Cached, as nearly all requests have the same origin.
  if (lastServer.origin !== origin) lastServer = serverOf(origin);
  const { address, port } = lastServer;
  const attributes: Attributes = { "http.request.method": method, "url.path": path, "url.scheme": schemeOf(exchange) };
  if (method !== request.method) attributes["http.request.method_original"] = request.method;
  if (address !== "") attributes["server.address"] = address;
  if (port !== undefined) attributes["server.port"] = port;
  if (search !== "") attributes["url.query"] = query.of(path, search);
  if (remoteAddress !== undefined) attributes["client.address"] = remoteAddress;
  return attributes;
}

function fullUrl({ origin, path, search }: HttpExchange, query: RecordedQuery): string {
  return `${origin}${path}?${query.of(path, search)}`;
}
