/**
 * Observability: OpenTelemetry traces and metrics of requests, GraphQL fields, statements, modules and events. Nothing of
 * it is loaded unless it is installed.
 *
 * ```ts
 * import { createApp, createContainer } from "@espalier/espalier";
 * import { insight } from "@espalier/espalier/observability";
 *
 * const structure = { version: 1, systemName: "shop", modules: [], violations: [] };
 * const properties = { actuator: { discovery: true, exposureInclude: ["modulith"] } };
 * await using app = await createApp(createContainer(insight({ modulith: { structure } })), { properties });
 * const response = await app.fetch(new Request("http://localhost/actuator"));
 * console.log(Object.keys((await response.json())._links)); // ["self", "health-path", "health", "modulith"]
 * ```
 *
 * - Features: {@linkcode tracing}, {@linkcode metrics}, {@linkcode traces} (the last traces in the actuator), and
 *   {@linkcode insight}, which loads actuator, modules and tracing together.
 * - Where spans go: bind a {@linkcode TraceExporter}: {@linkcode otlpExporter}, {@linkcode consoleExporter},
 *   {@linkcode inMemoryExporter}; or a {@linkcode TracerProvider} of your own.
 *
 * Read on: `docs/observability.md` in the repository.
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
