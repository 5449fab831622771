import { address, flag, milliseconds, type PropertyTable } from "./property.ts";

/** Metrics, if `metrics()` is installed. */
export interface MetricsProperties {
  /** Whether metrics are recorded; `false` is as if `metrics()` were not installed. */
  readonly enabled: boolean;
  /**
   * URL of the OTLP/HTTP receiver of metrics, for example `http://localhost:4318/v1/metrics`; `""` disables the export.
   */
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
  enabled: flag({ default: true, description: "Whether metrics are recorded." }),
  otlpUrl: address({ default: "", description: "URL of the OTLP/HTTP receiver of metrics." }),
  exportIntervalMs: milliseconds({ default: 60_000, min: 1, description: "Interval of the OTLP export." }),
  operationCost: flag({ default: false, description: "Measure the cost of GraphQL operations." }),
  fields: flag({ default: false, description: "Measure each asynchronous GraphQL data fetcher." }),
};
