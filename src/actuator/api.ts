/**
 * Operational endpoints: links, health, probes, what the application is made of and how it is configured.
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
