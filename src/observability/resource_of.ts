import type { loadOpenTelemetryResources, Resource } from "./deps.ts";

/**
 * Describes the service that emits spans and metrics: OpenTelemetry's defaults, its variables, the name given.
 *
 * @param resources OpenTelemetry's package
 * @param serviceName the service's name; `""` leaves it to `OTEL_SERVICE_NAME`
 * @throws Deno.errors.NotCapable when the process may not read OpenTelemetry's variables
 */
export function resourceOf(
  resources: Awaited<ReturnType<typeof loadOpenTelemetryResources>>,
  serviceName: string,
): Resource {
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = resources;
  try {
    return defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes(serviceName === "" ? {} : { "service.name": serviceName }));
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotCapable)) throw cause;
    throw new Deno.errors.NotCapable(
      "Cannot export spans as OpenTelemetry must be allowed to read its environment variables: run with " +
        `--allow-env='OTEL_*' (${cause.message})`,
      { cause },
    );
  }
}
