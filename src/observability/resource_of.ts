import type { loadOpenTelemetryResources, Resource } from "./deps.ts";

/** Maximum number of modules with a separate resource. */
const maxModules = 1_000;

/**
 * Describes the modules of a service as separate services in its namespace.
 *
 * @param resources OpenTelemetry's package
 * @param service the resource of the service
 * @returns a function that finds the resource of a module by its identifier
 */
export function resourcesOfModules(
  { resourceFromAttributes }: Awaited<ReturnType<typeof loadOpenTelemetryResources>>,
  service: Resource,
): (module: string) => Resource {
  const known = new Map<string, Resource>();
  const name = String(service.attributes["service.name"]);
  return (module) => {
    let resource = known.get(module);
    if (resource === undefined) {
      if (known.size >= maxModules) return service;
      const own = resourceFromAttributes({ "service.name": `${name}/${module}`, "service.namespace": name });
      known.set(module, resource = service.merge(own));
    }
    return resource;
  };
}

/**
 * Describes the service that emits spans and metrics, by OpenTelemetry's defaults, its variables, and the given name.
 *
 * @param resources OpenTelemetry's package
 * @param serviceName the service's name; `""` for that in `OTEL_SERVICE_NAME`
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
