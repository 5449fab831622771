import type { ServiceIdentifier } from "../../deps.ts";
import type { MaybePromise } from "./maybe_promise.ts";
import { token } from "./token.ts";

/** A health status: one of the four predefined ones, or a custom code. */
export type HealthStatus = "UP" | "DOWN" | "OUT_OF_SERVICE" | "UNKNOWN" | (string & Record<never, never>);

/** The health of one component. */
export interface Health {
  /** Whether the component works. */
  readonly status: HealthStatus;
  /** Shown to operators only; never put secrets here. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The health of its components by name, if it has any. */
  readonly components?: Readonly<Record<string, Health>>;
}

/**
 * Reports the health of a dependency of the application.
 *
 * An exception counts as `DOWN`. A missing permission (`Deno.errors.NotCapable`) counts as `UNKNOWN` and the flag is
 * shown, so a contributor need not check permissions.
 *
 * @example
 * ```ts
 * import { ContainerModule, HealthContributor } from "@espalier/espalier";
 *
 * const disk = new ContainerModule(({ bind }) => {
 *   bind(HealthContributor).toConstantValue({
 *     name: "queue",
 *     health: () => ({ status: "UP", details: { waiting: 3 } }),
 *   });
 * });
 * ```
 */
export interface HealthContributor {
  /** Path segment below `/actuator/health`, for example `"db"`. */
  readonly name: string;
  /**
   * The components that are always part of its result, so that health groups may name them:
   * `["primary", "replica"]`; a nested one as `"primary/disk"`. A result without components counts for all of them.
   */
  readonly parts?: readonly string[];
  /**
   * Checks the component.
   *
   * @param signal aborted when the time limit is exceeded
   */
  health(signal: AbortSignal): MaybePromise<Health>;
}

/** Identifier of the {@linkcode HealthContributor} beans. */
export const HealthContributor: ServiceIdentifier<HealthContributor> = token<HealthContributor>("HealthContributor");
