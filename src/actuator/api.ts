/**
 * The actuator: endpoints for operators at `/actuator`, with health, metrics, configuration, loggers and what features
 * add. In the production preset clients see health alone.
 *
 * ```ts
 * import { createApp, createContainer } from "@espalier/espalier";
 * import { actuator } from "@espalier/espalier/actuator";
 *
 * await using app = await createApp(createContainer(actuator()));
 * const response = await app.fetch(new Request("http://localhost/actuator/health"));
 * console.log(await response.json()); // { status: "UP", groups: ["liveness", "readiness"] }
 * ```
 *
 * - Feature: {@linkcode actuator}.
 * - Health: bind a `HealthContributor` of `@espalier/espalier`; {@linkcode ApplicationAvailability} changes liveness and
 *   readiness, {@linkcode HealthGroup} groups contributors.
 * - {@linkcode HttpExchanges} keeps the last requests.
 * - An endpoint of your own is an `ActuatorEndpoint` bean of `@espalier/espalier`.
 *
 * Read on: `docs/actuator.md` and `docs/operations.md` in the repository.
 *
 * @module
 */

// The feature.
export { actuator, type ActuatorOptions } from "./mod.ts";

// Health.
export {
  ApplicationAvailability,
  type DiskSpaceOptions,
  HealthGroup,
  type LivenessState,
  type ReadinessState,
} from "./mod.ts";

// Exchanges.
export { HttpExchanges, type RecordedExchange } from "./mod.ts";
