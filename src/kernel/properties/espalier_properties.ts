import type { ServiceIdentifier } from "../../../deps.ts";
import { token } from "../token.ts";
import { type ActuatorProperties, actuatorProperties } from "./actuator_properties.ts";
import { type ConsoleProperties, consoleProperties } from "./console_properties.ts";
import { type DataProperties, dataProperties } from "./data_properties.ts";
import { type EventsProperties, eventsProperties } from "./events_properties.ts";
import { type GraphQlProperties, graphQlProperties } from "./graphql_properties.ts";
import { type HttpProperties, httpProperties } from "./http_properties.ts";
import { type LoggingProperties, loggingProperties } from "./logging_properties.ts";
import { choice, type Property, type PropertyTable } from "./property.ts";
import { type RestProperties, restProperties } from "./rest_properties.ts";
import { type SecurityProperties, securityProperties } from "./security_properties.ts";
import { type MetricsProperties, metricsProperties } from "./metrics_properties.ts";
import { type TracingProperties, tracingProperties } from "./tracing_properties.ts";

/** The configuration of an application; every key has a default. */
export interface EspalierProperties {
  /** Sets the defaults that differ between a developer's machine, tests and a public service. */
  readonly preset: "development" | "test" | "production";
  /** Levels and format of logs. */
  readonly logging: LoggingProperties;
  /** The server, its limits and what it sends to browsers. */
  readonly http: HttpProperties;
  /** The GraphQL endpoint, its limits and its transports. */
  readonly graphql: GraphQlProperties;
  /** Hypermedia collections and their limits. */
  readonly rest: RestProperties;
  /** The database, its pool and its time limits. */
  readonly data: DataProperties;
  /** Delivery of events and of stored publications. */
  readonly events: EventsProperties;
  /** The operational endpoints. */
  readonly actuator: ActuatorProperties;
  /** The console, where `console()` is installed. */
  readonly console: ConsoleProperties;
  /** Sampling and export of traces. */
  readonly tracing: TracingProperties;
  /** Recording and export of metrics. */
  readonly metrics: MetricsProperties;
  /** Authentication, authorization and budgets. */
  readonly security: SecurityProperties;
}

/** The groups of {@linkcode EspalierProperties}. */
export type PropertyGroups = Omit<EspalierProperties, "preset">;

/** Any part of {@linkcode EspalierProperties}; an absent key has its default. */
export type EspalierPropertiesInput = {
  readonly preset?: EspalierProperties["preset"];
} & { readonly [G in keyof PropertyGroups]?: Partial<PropertyGroups[G]> };

/** Identifier of the {@linkcode EspalierProperties} bean. */
export const EspalierProperties: ServiceIdentifier<EspalierProperties> = token<EspalierProperties>(
  "EspalierProperties",
);

/** Definition of the preset key. */
export const presetProperty: Property<EspalierProperties["preset"]> = choice(["development", "test", "production"], {
  default: "production",
  description: "Sets the defaults that differ between a developer's machine, tests and a public service.",
});

/** Definitions of all groups, by group name. */
export const propertyTables: { readonly [G in keyof PropertyGroups]: PropertyTable<PropertyGroups[G]> } = {
  logging: loggingProperties,
  http: httpProperties,
  graphql: graphQlProperties,
  rest: restProperties,
  data: dataProperties,
  events: eventsProperties,
  actuator: actuatorProperties,
  console: consoleProperties,
  tracing: tracingProperties,
  metrics: metricsProperties,
  security: securityProperties,
};
