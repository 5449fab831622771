/**
 * Traces and metrics of requests, modules and events, by OpenTelemetry. Nothing of it is loaded before start-up.
 *
 * @module
 */

export type { ReadableSpan, SpanProcessor } from "./deps.ts";
export * from "./feature.ts";
export * from "./insight.ts";
export * from "./metrics/feature.ts";
export type { OtlpProtocol } from "./otlp/otlp_variables.ts";
export * from "./trace_exporter.ts";
export * from "./tracer_provider.ts";
export { traces, type TracesOptions } from "./traces/feature.ts";
export { otlpSpans } from "./traces/otlp_spans.ts";
export type { ReceivedSpan } from "./traces/received_span.ts";
export { type SpanStart, type StartedSpan, Tracing } from "./tracing.ts";
