import { address, choice, flag, type PropertyTable, ratio, text } from "./property.ts";

/** Spans and metrics, where `tracing()` is installed. */
export interface TracingProperties {
  /** Whether anything is traced; `false` is as if `tracing()` were not installed. */
  readonly enabled: boolean;
  /** The service's name, in the resource of the spans and in front of span names; `""` for none. */
  readonly serviceName: string;
  /** Whether each module is a service of its own in traces: `shop/orders`, in the namespace `shop`. */
  readonly servicePerModule: boolean;
  /** Which part of the traces is recorded; a caller's decision, as told by its headers, is kept. */
  readonly sampleRatio: number;
  /** Where spans are sent by OTLP over HTTP, for example `http://localhost:4318/v1/traces`; `""` for nowhere. */
  readonly otlpUrl: string;
  /** Whether spans are written to the console. */
  readonly console: boolean;
  /** Which GraphQL data fetchers get a span of their own. */
  readonly fetcherSpans: "async" | "all" | "none";
  /** Whether SQL statements within a span get a span of their own. */
  readonly statementSpans: boolean;
  /** Whether the text of GraphQL documents is recorded; it may hold what clients typed. */
  readonly includeDocument: boolean;
}

/** Definitions of {@linkcode TracingProperties}. */
export const tracingProperties: PropertyTable<TracingProperties> = {
  enabled: flag({ default: true, description: "Whether anything is traced." }),
  serviceName: text({ default: "", description: "The service's name in traces." }),
  servicePerModule: flag({ default: false, description: "Export each module as a service of its own." }),
  sampleRatio: ratio({ default: 1, description: "Which part of the traces is recorded." }),
  otlpUrl: address({ default: "", description: "Where spans are sent by OTLP over HTTP." }),
  console: flag({ default: false, description: "Write spans to the console." }),
  fetcherSpans: choice(["async", "all", "none"], {
    default: "async",
    description: "Which GraphQL data fetchers get a span of their own.",
  }),
  statementSpans: flag({ default: true, description: "Give SQL statements within a span a span of their own." }),
  includeDocument: flag({ default: false, description: "Record the text of GraphQL documents." }),
};
