import { loadOpenTelemetryCore, loadOpenTelemetryResources, type OpenTelemetryApi } from "./deps.ts";
import type { Logger, TracingProperties } from "../kernel/mod.ts";
import { guardedProcessor } from "./guarded_processor.ts";
import { samplingOf, spanLimitsInEnvironment } from "./otel_variables.ts";
import { resourceOf, resourcesOfModules } from "./resource_of.ts";
import { SpanRecorder } from "./spans/span_recorder.ts";
import type { TraceExporter } from "./trace_exporter.ts";

/** What {@linkcode exportingProvider} works with. */
export interface ExportingProviderParts {
  readonly api: OpenTelemetryApi;
  /** The service's name, which part of the traces is recorded. */
  readonly properties: TracingProperties;
  /** Where the spans go. */
  readonly exporters: readonly TraceExporter[];
  /** Is told when spans can't be sent. */
  readonly logger: Logger;
}

/**
 * Makes a tracer provider that hands finished spans to exporters.
 *
 * @param parts properties, exporters, logger
 * @throws TypeError when a variable of OpenTelemetry names a sampler or a limit that does not exist
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
