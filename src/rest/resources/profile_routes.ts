import type { VisibilityProfiles } from "../../context/mod.ts";
import type { HttpExchange, HttpRoute } from "../../http/mod.ts";

/**
 * Combines the routes of all visibility profiles. A request is served by the routes of its profile.
 *
 * @param routes by the name of the profile
 * @param profiles choose
 */
export function profileRoutes(
  routes: ReadonlyMap<string, readonly HttpRoute[]>,
  profiles: VisibilityProfiles,
): HttpRoute[] {
  const joined = new Map<string, Map<string, HttpRoute>>();
  for (const [profile, own] of routes) {
    for (const route of own) {
      const key = `${route.order ?? ""} ${route.path}`;
      const known = joined.get(key) ?? new Map<string, HttpRoute>();
      joined.set(key, known.set(profile, route));
    }
  }
  return [...joined.values()].map((byProfile) => joinedRoute(byProfile, profiles));
}

function joinedRoute(byProfile: ReadonlyMap<string, HttpRoute>, profiles: VisibilityProfiles): HttpRoute {
  const [{ path, title, order }] = byProfile.values() as Iterable<HttpRoute> as unknown as [HttpRoute];
  const routeOf = ({ authentication }: HttpExchange) => byProfile.get(profiles.of(authentication));
  return {
    path,
    ...(title === undefined ? {} : { title }),
    ...(order === undefined ? {} : { order }),
    // Denied by default unless the rules hold for every profile.
    hasOwnRules: [...byProfile.values()].every(({ hasOwnRules }) => hasOwnRules === true),
    isHidden: (exchange) => routeOf(exchange) === undefined,
    handle: (exchange, variables) => routeOf(exchange)?.handle(exchange, variables),
  };
}
