/** OpenTelemetry, loaded when tracing starts: what a service without tracing loads does not list it. */

export type {
  Context as TraceContext,
  Counter,
  Histogram,
  Link as SpanLink,
  Meter,
  MeterProvider as OpenTelemetryMeterProvider,
  Span,
  SpanContext,
  SpanOptions,
  Tracer,
  TracerProvider as OpenTelemetryTracerProvider,
} from "@opentelemetry/api";
export type { ReadableSpan, Sampler, SpanExporter, SpanProcessor } from "@opentelemetry/sdk-trace-base";

/** Loads OpenTelemetry's interface. */
export const loadOpenTelemetryApi: () => Promise<typeof import("@opentelemetry/api")> = () =>
  import("@opentelemetry/api");

/** Loads OpenTelemetry's W3C propagators. */
export const loadOpenTelemetryCore: () => Promise<typeof import("@opentelemetry/core")> = () =>
  import("@opentelemetry/core");

/** Loads the description of what emits spans. */
export const loadOpenTelemetryResources: () => Promise<typeof import("@opentelemetry/resources")> = () =>
  import("@opentelemetry/resources");

/** Loads the tracer provider, its processors and the exporters to memory and console. */
export const loadTraceSdk: () => Promise<typeof import("@opentelemetry/sdk-trace-base")> = () =>
  import("@opentelemetry/sdk-trace-base");
