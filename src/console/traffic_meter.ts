import { type HttpExchange, type HttpInterceptor, type NextHttpHandler, refusalProblem } from "../http/mod.ts";
import { Durations } from "./durations.ts";

/** Maximum number of routes that are counted separately; further ones are counted together. */
const maxRoutes = 200;

/** What was counted since the last sample. */
export interface TrafficSample {
  readonly requests: number;
  readonly errors: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

/** The requests of one route since the start. */
export interface RouteTraffic {
  readonly method: string;
  /** The route's path pattern; `""` for requests that no route answered. */
  readonly route: string;
  readonly requests: number;
  readonly errors: number;
  readonly meanMs: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

interface Counted {
  readonly method: string;
  readonly route: string;
  readonly durations: Durations;
  errors: number;
}

/**
 * Counts requests, server errors and durations up to the response's headers; requests of the console itself are
 * excluded.
 */
export class TrafficMeter implements HttpInterceptor {
  readonly order = -2_000;
  readonly #ownPath: string;
  readonly #current = new Durations();
  readonly #routes = new Map<string, Counted>();
  #errors = 0;

  /** @param ownPath the console's path */
  constructor(ownPath: string) {
    this.#ownPath = ownPath;
  }

  async intercept(exchange: HttpExchange, next: NextHttpHandler): Promise<Response> {
    const { path } = exchange;
    if (path === this.#ownPath || path.startsWith(`${this.#ownPath}/`)) return await next(exchange);
    const start = performance.now();
    let isError = false;
    try {
      const response = await next(exchange);
      isError = response.status >= 500;
      return response;
    } catch (error) {
      isError = (refusalProblem(error)?.status ?? 500) >= 500;
      throw error;
    } finally {
      this.#count(exchange, performance.now() - start, isError);
    }
  }

  /** Returns the counts since the last call. */
  take(): TrafficSample {
    const current = this.#current;
    const sample = {
      requests: current.count,
      errors: this.#errors,
      p50Ms: current.percentile(0.5),
      p95Ms: current.percentile(0.95),
      maxMs: current.maxMs,
    };
    current.clear();
    this.#errors = 0;
    return sample;
  }

  /** The routes that were requested, the busiest first. */
  get routes(): RouteTraffic[] {
    return [...this.#routes.values()].map(({ method, route, durations, errors }) => ({
      method,
      route,
      requests: durations.count,
      errors,
      meanMs: durations.meanMs,
      p95Ms: durations.percentile(0.95),
      maxMs: durations.maxMs,
    })).sort((a, b) => b.requests - a.requests);
  }

  #count({ request: { method }, route = "" }: HttpExchange, ms: number, isError: boolean): void {
    this.#current.record(ms);
    const key = `${method} ${route}`;
    const known = this.#routes.get(key);
    const counted = known ?? (this.#routes.size < maxRoutes ? this.#add(key, { method, route }) : this.#others());
    counted.durations.record(ms);
    if (!isError) return;
    counted.errors++;
    this.#errors++;
  }

  #add(key: string, { method, route }: Pick<Counted, "method" | "route">): Counted {
    const counted = { method, route, durations: new Durations(), errors: 0 };
    this.#routes.set(key, counted);
    return counted;
  }

  #others(): Counted {
    return this.#routes.get("other") ?? this.#add("other", { method: "", route: "other routes" });
  }
}
