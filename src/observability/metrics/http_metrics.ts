import type { HttpExchange, HttpInterceptor, NextHttpHandler } from "../../http/mod.ts";
import type { MaybePromise } from "../../kernel/mod.ts";
import type { Attributes } from "../deps.ts";
import { errorType, isBelow, methodOf, schemeOf } from "../http_facts.ts";
import { type Distribution, Observed, OwnHistogram, type OwnMetrics } from "./own_metrics.ts";

/** Upper ends of the buckets of durations, in seconds: those that OpenTelemetry's conventions ask for. */
export const durationBoundaries: readonly number[] = [
  0.005,
  0.01,
  0.025,
  0.05,
  0.075,
  0.1,
  0.25,
  0.5,
  0.75,
  1,
  2.5,
  5,
  7.5,
  10,
];

/** Measures HTTP requests by OpenTelemetry's conventions: how long they take, and how many are at work. */
export class HttpMetrics implements HttpInterceptor {
  /** Outside of tracing: what a client waits for. */
  readonly order = -2000;
  readonly #excludedPaths: readonly string[];
  readonly #duration: OwnHistogram;
  /** The series of requests that did not throw: there are as many as routes, methods and statuses. */
  readonly #series = new Map<string, Distribution>();
  #last: { status: number; route: string | undefined; active: object; series: Distribution } | undefined;
  readonly #active = new Map<string, { readonly method: string; readonly scheme: string; count: number }>();

  /**
   * @param metrics gets the instruments
   * @param excludedPaths requests at or below these paths are not measured: probes would drown everything else
   */
  constructor(metrics: OwnMetrics, excludedPaths: readonly string[]) {
    this.#excludedPaths = excludedPaths;
    const duration = { name: "http.server.request.duration", description: "Duration of HTTP server requests." };
    this.#duration = metrics.add(new OwnHistogram({ ...duration, unit: "s" }, durationBoundaries));
    const active = { name: "http.server.active_requests", description: "Number of active HTTP server requests." };
    metrics.add(
      new Observed(
        { ...active, unit: "{request}", kind: "sum" },
        () =>
          [...this.#active.values()].map(({ method, scheme, count }) =>
            [count, { "http.request.method": method, "url.scheme": scheme }] as const
          ),
      ),
    );
  }

  intercept(exchange: HttpExchange, next: NextHttpHandler): MaybePromise<Response> {
    for (const path of this.#excludedPaths) if (isBelow(exchange.path, path)) return next(exchange);
    const startedAt = performance.now();
    const active = this.#activeOf(exchange);
    active.count++;
    const end = (outcome: Outcome) => {
      active.count--;
      this.#duration.recordIn(this.#seriesOf(exchange, active, outcome), (performance.now() - startedAt) / 1_000);
    };
    try {
      const response = next(exchange);
      if (response instanceof Response) {
        end(response);
        return response;
      }
      return response.then((settled) => {
        end(settled);
        return settled;
      }, (error) => {
        end({ status: 500, error: errorType(error) });
        throw error;
      });
    } catch (error) {
      end({ status: 500, error: errorType(error) });
      throw error;
    }
  }

  #seriesOf(
    exchange: HttpExchange,
    active: { readonly method: string; readonly scheme: string },
    outcome: Outcome,
  ): Distribution {
    const { status, error } = outcome;
    if (error !== undefined) return this.#duration.series(attributesOf(exchange, active, outcome));
    const { route } = exchange;
    const last = this.#last;
    // Requests of one kind come in a row.
    if (last?.status === status && last.route === route && last.active === active) return last.series;
    const key = `${status} ${active.method} ${active.scheme} ${route}`;
    let series = this.#series.get(key);
    if (series === undefined) {
      series = this.#duration.series(attributesOf(exchange, active, outcome));
      this.#series.set(key, series);
    }
    this.#last = { status, route, active, series };
    return series;
  }

  #activeOf(exchange: HttpExchange): { readonly method: string; readonly scheme: string; count: number } {
    const method = methodOf(exchange);
    const scheme = schemeOf(exchange);
    const key = `${scheme} ${method}`;
    let active = this.#active.get(key);
    if (active === undefined) this.#active.set(key, active = { method, scheme, count: 0 });
    return active;
  }
}

function attributesOf(
  { route }: HttpExchange,
  { method, scheme }: { readonly method: string; readonly scheme: string },
  { status, error }: Outcome,
): Attributes {
  const attributes: Attributes = {
    "http.request.method": method,
    "http.response.status_code": status,
    "url.scheme": scheme,
  };
  if (route !== undefined) attributes["http.route"] = route;
  if (error !== undefined || status >= 500) attributes["error.type"] = error ?? String(status);
  return attributes;
}

/** How a request ended. */
interface Outcome {
  readonly status: number;
  readonly error?: string;
}
