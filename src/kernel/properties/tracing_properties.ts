import { address, choice, flag, type PropertyTable, ratio, text } from "./property.ts";

/** Traces, if `tracing()` is installed. */
export interface TracingProperties {
  /** Whether requests are traced; `false` is as if `tracing()` were not installed. */
  readonly enabled: boolean;
  /** The service's name, in the resource of the spans and in front of span names; `""` for none. */
  readonly serviceName: string;
  /** Whether each module is a separate service in traces: `shop/orders`, in the namespace `shop`. */
  readonly servicePerModule: boolean;
  /** Ratio of traces that are recorded; a sampling decision in the caller's headers takes precedence. */
  readonly sampleRatio: number;
  /**
   * URL of the OTLP/HTTP receiver of spans, for example `http://localhost:4318/v1/traces`; `""` disables the export.
   */
  readonly otlpUrl: string;
  /** Whether spans are written to the console. */
  readonly console: boolean;
  /** Which GraphQL data fetchers get a span of their own. */
  readonly fetcherSpans: "async" | "all" | "none";
  /** Whether SQL statements within a span get a span of their own. */
  readonly statementSpans: boolean;
  /** Whether the text of GraphQL documents is recorded; it may contain values that users entered. */
  readonly includeDocument: boolean;
}

/** Definitions of {@linkcode TracingProperties}. */
export const tracingProperties: PropertyTable<TracingProperties> = {
  enabled: flag({ default: true, description: "Whether requests are traced." }),
  serviceName: text({ default: "", description: "The service's name in traces." }),
  servicePerModule: flag({ default: false, description: "Export each module as a separate service." }),
  sampleRatio: ratio({ default: 1, description: "Ratio of traces that are recorded." }),
  otlpUrl: address({ default: "", description: "URL of the OTLP/HTTP receiver of spans." }),
  console: flag({ default: false, description: "Write spans to the console." }),
  fetcherSpans: choice(["async", "all", "none"], {
    default: "async",
    description: "The GraphQL data fetchers that have their own span.",
  }),
  statementSpans: flag({ default: true, description: "Create a span for each SQL statement within a span." }),
  includeDocument: flag({ default: false, description: "Record the text of GraphQL documents." }),
};
