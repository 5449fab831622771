/**
 * Operational endpoints: links, health, probes, the application's components and configuration.
 *
 * For other areas; what users import is listed in `api.ts`.
 *
 * @module
 */

export { type ActuatorLink } from "./actuator.ts";
export { ActuatorServer } from "./actuator_server.ts";
export { HttpExchanges, type RecordedExchange } from "./exchanges/http_exchanges.ts";
export * from "./feature.ts";
export * from "./health/application_availability.ts";
export type { DiskSpaceOptions } from "./health/disk_space_contributor.ts";
export { HealthContributorRegistry } from "./health/health_contributor_registry.ts";
export { HealthGroup } from "./health/health_group.ts";
export { StatusAggregator } from "./health/status_aggregator.ts";
