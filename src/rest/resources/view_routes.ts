import type { HttpExchange, HttpRoute } from "../../http/mod.ts";

/** Routes of one view, by {@linkcode routeKey}. */
export type RoutesByKey = ReadonlyMap<string, HttpRoute>;

/** Options of {@linkcode viewRoutes}. */
export interface ViewRoutesOptions {
  /** The routes of all that there is. */
  readonly routes: readonly HttpRoute[];
  /**
   * Finds the routes of a request.
   *
   * @param exchange the request
   */
  readonly routesOf: (exchange: HttpExchange) => Promise<RoutesByKey>;
}

/**
 * Makes routes that answer with those of a view of the collections, which depends on the request: what the view does not
 * have is passed on.
 *
 * @param options the routes, and how those of a request are found
 */
export function viewRoutes({ routes, routesOf }: ViewRoutesOptions): HttpRoute[] {
  return routes.map((route) => {
    const { handle: _, access: __, ...facts } = route;
    const key = routeKey(route);
    return {
      ...facts,
      handle: async (exchange, variables) => await (await routesOf(exchange)).get(key)?.handle(exchange, variables),
    };
  });
}

/**
 * Names a route among those of its view.
 *
 * @param route the route
 */
export function routeKey({ order, path }: HttpRoute): string {
  return `${order ?? ""} ${path}`;
}

/**
 * Lists routes by their keys.
 *
 * @param routes of one view
 */
export function byKey(routes: readonly HttpRoute[]): RoutesByKey {
  return new Map(routes.map((route) => [routeKey(route), route]));
}
