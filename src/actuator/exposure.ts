import type { ActuatorEndpoint, ActuatorProperties } from "../kernel/mod.ts";

/** Whether an endpoint is exposed, and the rule that decides it. */
export interface Exposure {
  readonly isExposed: boolean;
  /** For operators: which property decides. */
  readonly reason: string;
}

/**
 * Decides whether an endpoint is shown over HTTP.
 *
 * @param endpoint the endpoint
 * @param properties the included and excluded endpoints
 */
export function whyExposed(
  { id, isExposedByDefault = false }: Pick<ActuatorEndpoint, "id" | "isExposedByDefault">,
  { exposureInclude, exposureExclude }: ActuatorProperties,
): Exposure {
  const excluding = exposureExclude.find((each) => each === id || each === "*");
  if (excluding !== undefined) return { isExposed: false, reason: `actuator.exposureExclude has "${excluding}"` };
  if (isExposedByDefault) return { isExposed: true, reason: "shown by default" };
  const including = exposureInclude.find((each) => each === id || each === "*");
  if (including !== undefined) return { isExposed: true, reason: `actuator.exposureInclude has "${including}"` };
  return { isExposed: false, reason: `actuator.exposureInclude has neither "${id}" nor "*"` };
}
