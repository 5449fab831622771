import { type HttpRoute, methodNotAllowed } from "../../http/mod.ts";
import { type ActuatorEndpoint, probePaths } from "../../kernel/mod.ts";
import { withoutBody } from "../without_body.ts";

/**
 * Makes the short paths that orchestrators are used to.
 *
 * @param endpoints all endpoints, among them that of the health
 */
export function probeRoutes(endpoints: readonly ActuatorEndpoint[]): HttpRoute[] {
  const health = endpoints.find((endpoint) => endpoint.id === "health");
  if (health === undefined) return [];
  return Object.entries(probePaths).map(([path, group]) => ({
    path,
    answersWhileStopping: true,
    // Orchestrators have no credentials, and learn a status alone.
    hasOwnRules: true,
    handle: async ({ request, url }) => {
      if (request.method !== "GET" && request.method !== "HEAD") {
        return methodNotAllowed(request.method, ["GET", "HEAD"]);
      }
      const response = await health.handle({ request, path: group, baseUrl: url.origin });
      return response && request.method === "HEAD" ? withoutBody(response) : response;
    },
  }));
}
