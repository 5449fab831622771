import { type HttpRoute, pathPattern } from "../http/mod.ts";

/**
 * Rejects two routes with the same path and order: the second would handle nothing, or only requests that the first
 * passes on, and the
 * order of loading would decide which it is.
 *
 * @param routes all routes of the application
 * @throws TypeError that names the path
 */
export function checkRoutes(routes: readonly HttpRoute[]): void {
  const seen = new Set<string>();
  for (const { path, order = 0 } of routes) {
    const place = `${order} ${pathPattern(path).path.replace(/\{(\*?)\w+\}/g, "{$1}")}`;
    if (seen.has(place)) {
      throw new TypeError(
        `Cannot start the application as each path must have one route: "${path}" has two (change one of the paths, ` +
          'or give the route that is to be asked second, for what the first passes on, a higher "order")',
      );
    }
    seen.add(place);
  }
}
