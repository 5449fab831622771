import type { Histogram, Span, TraceContext } from "./deps.ts";
import type { HttpExchange, HttpInterceptor, NextHttpHandler } from "../http/mod.ts";
import type { MaybePromise } from "../kernel/mod.ts";
import type { RecordedQuery } from "./recorded_query.ts";
import type { Tracing } from "./tracing.ts";

/** What {@linkcode HttpSpans} works with. */
export interface HttpSpansParts {
  readonly tracing: Tracing;
  /** Absent where nobody reads metrics. */
  readonly duration: Histogram | undefined;
  /** Requests at or below these paths are not traced: probes would drown everything else. */
  readonly excludedPaths: readonly string[];
  /** What is told of queries. */
  readonly query: RecordedQuery;
}

/** A span and a duration for each request, by OpenTelemetry's conventions for HTTP servers. */
export class HttpSpans implements HttpInterceptor {
  readonly order = -1000;
  readonly #parts: HttpSpansParts;

  /** @param parts tracing, the metric, what is left out */
  constructor(parts: HttpSpansParts) {
    this.#parts = parts;
  }

  intercept(exchange: HttpExchange, next: NextHttpHandler): MaybePromise<Response> {
    const { tracing, excludedPaths } = this.#parts;
    if (excludedPaths.some((path) => isBelow(exchange.path, path))) return next(exchange);
    const parent = tracing.decide(this.#callersContext(exchange));
    const isUnsampled = tracing.isUnsampled(parent);
    if (isUnsampled && this.#parts.duration === undefined) return tracing.with(parent, () => next(exchange));
    const startedAt = performance.now();
    const { span, context } = tracing.startSpan(spanName(exchange), {
      kind: tracing.api.SpanKind.SERVER,
      parent,
      attributes: isUnsampled ? {} : requestAttributes(exchange, this.#parts.query),
    });
    const finish = { exchange, span, startedAt };
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

  #callersContext({ request }: HttpExchange): TraceContext {
    const { tracing } = this.#parts;
    // The runtime may have started a server span of its own, from the same headers.
    if (tracing.api.trace.getSpan(tracing.active) !== undefined) return tracing.active;
    const traceparent = request.headers.get("traceparent");
    if (traceparent === null) return tracing.api.ROOT_CONTEXT;
    const tracestate = request.headers.get("tracestate");
    return tracing.extract(tracestate === null ? { traceparent } : { traceparent, tracestate });
  }

  #succeeded(response: Response, finish: Finish): Response {
    const { span } = finish;
    if (span.isRecording()) {
      const { exchange } = finish;
      if (exchange.route !== undefined) {
        span.updateName(`${spanName(exchange)} ${exchange.route}`);
        span.setAttribute("http.route", exchange.route);
      }
      span.setAttribute("http.response.status_code", response.status);
      if (response.status >= 500) span.setStatus({ code: this.#parts.tracing.api.SpanStatusCode.ERROR });
    }
    this.#end(finish, response.status, response.status >= 500 ? String(response.status) : undefined);
    return response;
  }

  #failed(error: unknown, finish: Finish): never {
    this.#parts.tracing.recordFailure(finish.span, error);
    this.#end(finish, 500, errorType(error));
    throw error;
  }

  #end({ exchange, span, startedAt }: Finish, status: number, failure: string | undefined): void {
    const error = failure === undefined ? {} : { "error.type": failure };
    span.setAttributes(error).end();
    this.#parts.duration?.record((performance.now() - startedAt) / 1000, {
      "http.request.method": methodOf(exchange),
      "http.response.status_code": status,
      "url.scheme": schemeOf(exchange),
      ...error,
      ...(exchange.route === undefined ? {} : { "http.route": exchange.route }),
    });
  }
}

interface Finish {
  readonly exchange: HttpExchange;
  readonly span: Span;
  readonly startedAt: number;
}

/** The methods that are told apart: a client may send any word, and each would be a series of measurements. */
const knownMethods = new Set("CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT QUERY TRACE".split(" "));

function methodOf({ request: { method } }: HttpExchange): string {
  return knownMethods.has(method) ? method : "_OTHER";
}

function spanName(exchange: HttpExchange): string {
  const method = methodOf(exchange);
  return method === "_OTHER" ? "HTTP" : method;
}

function schemeOf({ origin }: HttpExchange): string {
  return origin.slice(0, origin.indexOf(":"));
}

/** Host and port that the client used; the port is left out where it is the scheme's. */
function serverOf({ origin }: HttpExchange): Record<string, string | number> {
  // After the scheme, and before a port behind an IPv6 address, whose colons stand in brackets.
  const [, host, port] = /:\/\/(.*?)(?::(\d+))?$/.exec(origin) ?? [];
  return {
    ...(host ? { "server.address": host.replace(/^\[|\]$/g, "") } : {}),
    ...(port === undefined ? {} : { "server.port": Number(port) }),
  };
}

function errorType(error: unknown): string {
  return error instanceof Error ? error.constructor.name || error.name : typeof error;
}

function requestAttributes(exchange: HttpExchange, query: RecordedQuery): Record<string, string | number> {
  const { request, path, search, remoteAddress } = exchange;
  const method = methodOf(exchange);
  return {
    "http.request.method": method,
    ...(method === request.method ? {} : { "http.request.method_original": request.method }),
    "url.path": path,
    "url.scheme": schemeOf(exchange),
    ...serverOf(exchange),
    ...(search === "" ? {} : { "url.query": query.of(path, search) }),
    ...(remoteAddress === undefined ? {} : { "client.address": remoteAddress }),
  };
}

function isBelow(path: string, folder: string): boolean {
  return folder !== "" && path.startsWith(folder) && (path.length === folder.length || path[folder.length] === "/");
}
