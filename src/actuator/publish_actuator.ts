import type { Container } from "../../deps.ts";
import { HttpInterceptor, HttpRoute, RouteRules } from "../http/mod.ts";
import { ActuatorEndpoint, EspalierProperties, inOrder } from "../kernel/mod.ts";
import { Actuator } from "./actuator.ts";
import { ActuatorServer } from "./actuator_server.ts";
import { HealthGroup } from "./health/health_group.ts";
import { additionalRoutes, probeRoutes } from "./health/probe_routes.ts";

/**
 * Serves the endpoints on the application's port, or starts a separate server for them.
 *
 * @param container the application's container
 */
export async function publishActuator(container: Container): Promise<void> {
  const properties = container.get(EspalierProperties);
  const endpoints = await container.getAllAsync(ActuatorEndpoint);
  const routes = new Actuator(endpoints, properties).routes();
  const probes = properties.actuator.probePaths ? probeRoutes(endpoints) : [];
  // The probes belong to the port of the application's traffic, whose state they report.
  const groups = await container.getAllAsync(HealthGroup);
  probes.push(...additionalRoutes(endpoints, groups, "server"));
  routes.push(...additionalRoutes(endpoints, groups, "management"));
  for (const route of probes) container.bind(HttpRoute).toConstantValue(route);
  if (properties.actuator.port >= 0) await publishApart(container, routes);
  else for (const route of routes) container.bind(HttpRoute).toConstantValue(route);
}

async function publishApart(container: Container, routes: readonly HttpRoute[]): Promise<void> {
  const interceptors = inOrder(await container.getAllAsync(HttpInterceptor));
  const rules = container.isBound(RouteRules) ? container.get(RouteRules) : new RouteRules();
  container.get(ActuatorServer).publish(
    rules.guard(routes),
    interceptors.filter(({ isForEveryPort }) => isForEveryPort === true),
  );
}
