/** OpenTelemetry, loaded when tracing starts, so that services without tracing do not load it. */

export type {
  Attributes,
  AttributeValue,
  Context as TraceContext,
  Counter,
  Histogram,
  Link as SpanLink,
  Meter,
  MeterProvider as OpenTelemetryMeterProvider,
  Span,
  SpanContext,
  SpanKind,
  SpanOptions,
  SpanStatus,
  TimeInput,
  Tracer,
  TracerProvider as OpenTelemetryTracerProvider,
} from "@opentelemetry/api";
export type { InstrumentationScope } from "@opentelemetry/core";
export type { Resource } from "@opentelemetry/resources";
export type {
  CollectionResult,
  MetricData,
  MetricReader,
  PushMetricExporter,
  ResourceMetrics,
} from "@opentelemetry/sdk-metrics";
export type { ReadableSpan, SpanExporter, SpanProcessor } from "@opentelemetry/sdk-trace";

/** The OpenTelemetry API. */
export type OpenTelemetryApi = typeof import("@opentelemetry/api");

/** Loads the OpenTelemetry API. */
export const loadOpenTelemetryApi: () => Promise<OpenTelemetryApi> = () => import("@opentelemetry/api");

/** Loads OpenTelemetry's W3C propagators. */
export const loadOpenTelemetryCore: () => Promise<typeof import("@opentelemetry/core")> = () =>
  import("@opentelemetry/core");

/** Loads OpenTelemetry's resources. */
export const loadOpenTelemetryResources: () => Promise<typeof import("@opentelemetry/resources")> = () =>
  import("@opentelemetry/resources");

/** Loads the span processors and the exporter to the console. */
export const loadTraceSdk: () => Promise<typeof import("@opentelemetry/sdk-trace")> = () =>
  import("@opentelemetry/sdk-trace");

/** Loads the serializers of spans and metrics to OTLP's JSON and Protobuf formats. */
export const loadOtlpTransformer: () => Promise<typeof import("@opentelemetry/otlp-transformer")> = () =>
  import("@opentelemetry/otlp-transformer");

/** Loads the meter provider and its readers. */
export const loadMetricsSdk: () => Promise<typeof import("@opentelemetry/sdk-metrics")> = () =>
  import("@opentelemetry/sdk-metrics");
