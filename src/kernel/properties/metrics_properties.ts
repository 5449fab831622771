import { address, flag, milliseconds, type PropertyTable } from "./property.ts";

/** Measurements, where `metrics()` is installed. */
export interface MetricsProperties {
  /** Whether anything is measured; `false` is as if `metrics()` were not installed. */
  readonly enabled: boolean;
  /** Where metrics are sent by OTLP over HTTP, for example `http://localhost:4318/v1/metrics`; `""` for nowhere. */
  readonly otlpUrl: string;
  /** Time between two messages of OTLP, in milliseconds. */
  readonly exportIntervalMs: number;
  /** Whether each GraphQL data fetcher that waits is measured: one series for each field. */
  readonly fields: boolean;
  /** Whether the cost of each GraphQL operation is computed and measured, as `graphql.maxCost` counts it. */
  readonly operationCost: boolean;
}

/** Definitions of {@linkcode MetricsProperties}. */
export const metricsProperties: PropertyTable<MetricsProperties> = {
  enabled: flag({ default: true, description: "Whether anything is measured." }),
  otlpUrl: address({ default: "", description: "Where metrics are sent by OTLP over HTTP." }),
  exportIntervalMs: milliseconds({ default: 60_000, min: 1, description: "Time between two messages of OTLP." }),
  operationCost: flag({ default: false, description: "Measure the cost of GraphQL operations." }),
  fields: flag({ default: false, description: "Measure each GraphQL data fetcher that waits." }),
};
