/**
 * The exporter to OTLP over HTTP, a file away from `deps.ts`: Deno resolves packages in the order in which it meets
 * them, and that of the dynamic imports of one file is left to chance. This package takes every 1.x of OpenTelemetry's
 * interface, its own dependencies only some; where it comes first, whoever has no lock file is warned of peers.
 *
 * @module
 */

export { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
