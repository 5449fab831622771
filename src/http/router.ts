import { describeValue, inOrder, type MaybePromise } from "../kernel/mod.ts";
import type { HttpExchange } from "./http_exchange.ts";
import type { HttpRoute } from "./http_route.ts";
import { type PathPattern, pathPattern } from "./path_pattern.ts";
import { problem } from "./problem.ts";

interface PatternRoute {
  readonly route: HttpRoute;
  readonly pattern: PathPattern;
}

/** Finds the route of a request. Exact paths are looked up; patterns are tried in order. */
export class Router {
  readonly #exact = new Map<string, HttpRoute[]>();
  readonly #patterns: PatternRoute[] = [];

  /**
   * Creates the router.
   *
   * @param routes all routes of the application
   */
  constructor(routes: readonly HttpRoute[]) {
    for (const route of inOrder(routes)) {
      const pattern = pathPattern(route.path);
      if (!pattern.isExact) this.#patterns.push({ route, pattern });
      else this.#exact.set(pattern.path, [...this.#exact.get(pattern.path) ?? [], route]);
    }
  }

  /**
   * Handles a request with the first matching route that does not pass it on.
   *
   * @returns the route's response, or 404 as a problem document
   */
  handle(exchange: HttpExchange): MaybePromise<Response> {
    const first = this.#exact.get(exchange.path)?.[0];
    if (first === undefined) return this.#tryAll(exchange);
    exchange.route = first.path;
    const response = first.handle(exchange, {});
    if (response instanceof Response) return response;
    if (response === undefined) return this.#tryAll(exchange, 1);
    if (!(response instanceof Promise)) return requireResponse(response, exchange);
    return response.then((answered) =>
      answered === undefined ? this.#tryAll(exchange, 1) : requireResponse(answered, exchange)
    );
  }

  async #tryAll(exchange: HttpExchange, skipExact = 0): Promise<Response> {
    for (const route of this.#exact.get(exchange.path)?.slice(skipExact) ?? []) {
      exchange.route = route.path;
      const response = await route.handle(exchange, {});
      if (response !== undefined) return requireResponse(response, exchange);
    }
    for (const { route, pattern } of this.#patterns) {
      const variables = pattern.match(exchange.path);
      if (variables === undefined) continue;
      exchange.route = route.path;
      const response = await route.handle(exchange, variables);
      if (response !== undefined) return requireResponse(response, exchange);
    }
    exchange.route = undefined;
    return problem({ status: 404, detail: `There is no resource at "${exchange.path}"` });
  }
}

function requireResponse(response: Response, { route, request }: HttpExchange): Response {
  if (response instanceof Response) return response;
  throw new TypeError(
    `Cannot answer ${request.method} ${route} as its route must return a Response, or undefined to pass the request ` +
      `on: current value is ${describeValue(response)}`,
  );
}
