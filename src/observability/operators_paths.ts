import { type EspalierProperties, probePaths, withoutTrailingSlashes } from "../kernel/mod.ts";

/**
 * Returns the paths whose requests are neither traced nor measured: those of operators and probes.
 *
 * @param properties the configured paths
 */
export function operatorsPaths({ actuator, console }: Pick<EspalierProperties, "actuator" | "console">): string[] {
  return [
    withoutTrailingSlashes(actuator.basePath),
    ...(actuator.probePaths ? Object.keys(probePaths) : []),
    ...(console.enabled ? [withoutTrailingSlashes(console.basePath)] : []),
  ];
}
