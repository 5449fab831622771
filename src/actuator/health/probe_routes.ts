import { Authentication } from "../../context/mod.ts";
import { type HttpRoute, methodNotAllowed } from "../../http/mod.ts";
import { type ActuatorEndpoint, probePaths } from "../../kernel/mod.ts";
import { withoutBody } from "../without_body.ts";
import type { HealthGroup } from "./health_group.ts";

/**
 * Makes the short paths that orchestrators are used to.
 *
 * @param endpoints all endpoints, among them that of the health
 */
export function probeRoutes(endpoints: readonly ActuatorEndpoint[]): HttpRoute[] {
  const health = endpoints.find((endpoint) => endpoint.id === "health");
  if (health === undefined) return [];
  // Orchestrators have no credentials, and learn a status alone.
  return Object.entries(probePaths).map(([path, group]) => ({ ...groupRoute(health, path, group), hasOwnRules: true }));
}

/**
 * Makes the further paths of health groups.
 *
 * @param endpoints all endpoints, among them that of the health
 * @param groups those of the application
 * @param port the port of the paths
 * @throws TypeError when a path names no port, or is none
 */
export function additionalRoutes(
  endpoints: readonly ActuatorEndpoint[],
  groups: readonly HealthGroup[],
  port: "server" | "management",
): HttpRoute[] {
  const health = endpoints.find((endpoint) => endpoint.id === "health");
  return groups.flatMap(({ name, additionalPath }) => {
    if (additionalPath === undefined || health === undefined) return [];
    const [, asked, path] = /^(server|management):(\/[^/?#{}\s][^?#{}\s]*)$/.exec(additionalPath) ?? [];
    if (path === undefined) {
      throw new TypeError(
        `Cannot make health group "${name}" as its additionalPath must be a path after a port, such as ` +
          `"server:/healthz" or "management:/healthz": current value is "${additionalPath}"`,
      );
    }
    return asked === port ? [groupRoute(health, path, name)] : [];
  });
}

function groupRoute(health: ActuatorEndpoint, path: string, group: string): HttpRoute {
  return {
    path,
    answersWhileStopping: true,
    handle: async ({ request, url, authentication }) => {
      if (request.method !== "GET" && request.method !== "HEAD") {
        return methodNotAllowed(request.method, ["GET", "HEAD"]);
      }
      const caller = Authentication.isKnown(authentication) ? { caller: authentication.grants } : {};
      const response = await health.handle({ request, path: group, baseUrl: url.origin, ...caller });
      return response && request.method === "HEAD" ? withoutBody(response) : response;
    },
  };
}
