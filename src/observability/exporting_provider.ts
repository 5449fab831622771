import { loadOpenTelemetryCore, loadOpenTelemetryResources, type OpenTelemetryApi } from "./deps.ts";
import type { Logger, TracingProperties } from "../kernel/mod.ts";
import { guardedProcessor } from "./guarded_processor.ts";
import { samplingOf, spanLimitsInEnvironment } from "./otel_variables.ts";
import { resourceOf, resourcesOfModules } from "./resource_of.ts";
import { SpanRecorder } from "./spans/span_recorder.ts";
import type { TraceExporter } from "./trace_exporter.ts";

/** The options of {@linkcode exportingProvider}. */
export interface ExportingProviderParts {
  readonly api: OpenTelemetryApi;
  /** The service's name and the sample ratio. */
  readonly properties: TracingProperties;
  /** The exporters of the spans. */
  readonly exporters: readonly TraceExporter[];
  /** Logs failures to send spans. */
  readonly logger: Logger;
}

/**
 * Creates a tracer provider that passes finished spans to exporters.
 *
 * @param parts properties, exporters, logger
 * @throws TypeError when an OpenTelemetry variable has an unknown sampler or an invalid limit
 */
export async function exportingProvider(parts: ExportingProviderParts): Promise<SpanRecorder> {
  const { api, properties, exporters, logger } = parts;
  const [core, resources] = await Promise.all([loadOpenTelemetryCore(), loadOpenTelemetryResources()]);
  const resource = resourceOf(resources, properties.serviceName);
  return new SpanRecorder({
    api,
    addAttribute: core.maybeAddAttribute,
    addSimpleAttribute: core.maybeAddSimpleAttribute,
    processors: await Promise.all(
      exporters.map(async (exporter) => guardedProcessor(await exporter.processor(logger), logger)),
    ),
    sampling: samplingOf(properties),
    limits: spanLimitsInEnvironment(),
    resource,
    resourceOfModule: properties.servicePerModule ? resourcesOfModules(resources, resource) : undefined,
  });
}
