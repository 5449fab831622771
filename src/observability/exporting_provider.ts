import { loadOpenTelemetryResources, loadTraceSdk, type Sampler } from "./deps.ts";
import type { Logger, TracingProperties } from "../kernel/mod.ts";
import { guardedProcessor } from "./guarded_processor.ts";
import { samplerIsInEnvironment } from "./otel_variables.ts";
import type { TraceExporter } from "./trace_exporter.ts";
import { sampledKey } from "./tracing.ts";

/** A tracer provider that can be told to send what it still holds. */
type ExportingProvider = InstanceType<Awaited<ReturnType<typeof loadTraceSdk>>["BasicTracerProvider"]>;

/** Traces that `Tracing` begins are decided before they get here; others are decided here. */
function onceDecided(sampler: Sampler): Sampler {
  return {
    shouldSample: (context, ...rest) =>
      context.getValue(sampledKey) === true
        // 2 is "record and sample" in OpenTelemetry's interface.
        ? { decision: 2 }
        : sampler.shouldSample(context, ...rest),
    toString: () => `OnceDecided{${sampler}}`,
  };
}

/**
 * Makes a tracer provider that hands finished spans to exporters.
 *
 * @param properties the service's name, which part of the traces is recorded
 * @param exporters where the spans go
 * @param logger is told when spans can't be sent
 * @throws Deno.errors.NotCapable when the process may not read OpenTelemetry's variables
 */
export async function exportingProvider(
  properties: TracingProperties,
  exporters: readonly TraceExporter[],
  logger: Logger,
): Promise<ExportingProvider> {
  try {
    const [sdk, resources] = await Promise.all([loadTraceSdk(), loadOpenTelemetryResources()]);
    const { defaultResource, detectResources, envDetector, resourceFromAttributes } = resources;
    const { BasicTracerProvider, ParentBasedSampler, TraceIdRatioBasedSampler } = sdk;
    return new BasicTracerProvider({
      spanProcessors: await Promise.all(
        exporters.map(async (exporter) => guardedProcessor(await exporter.processor(logger), logger)),
      ),
      // Without one the provider reads OpenTelemetry's variables.
      ...(samplerIsInEnvironment(properties) ? {} : {
        sampler: new ParentBasedSampler({ root: onceDecided(new TraceIdRatioBasedSampler(properties.sampleRatio)) }),
      }),
      resource: defaultResource()
        .merge(detectResources({ detectors: [envDetector] }))
        .merge(resourceFromAttributes(properties.serviceName === "" ? {} : { "service.name": properties.serviceName })),
    });
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotCapable)) throw cause;
    throw new Deno.errors.NotCapable(
      "Cannot export spans as OpenTelemetry must be allowed to read its environment variables: run with " +
        `--allow-env='OTEL_*' (${cause.message})`,
      { cause },
    );
  }
}
