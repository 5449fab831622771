import type { ServiceIdentifier } from "../../deps.ts";
import type { MaybePromise } from "./maybe_promise.ts";
import { token } from "./token.ts";

/** How something is: one of the four that are known, or a code of the application's own. */
export type HealthStatus = "UP" | "DOWN" | "OUT_OF_SERVICE" | "UNKNOWN" | (string & Record<never, never>);

/** The health of one component. */
export interface Health {
  /** Whether the component works. */
  readonly status: HealthStatus;
  /** Shown to operators only; never put secrets here. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The health of its parts by name, where it has parts. */
  readonly components?: Readonly<Record<string, Health>>;
}

/**
 * Tells the health of something that the application depends on.
 *
 * What it throws counts as `DOWN`. A missing permission (`Deno.errors.NotCapable`) counts as `UNKNOWN` and the flag is
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
   * The parts that are always among the `components` of its answers, so that health groups may name them:
   * `["primary", "replica"]`; a part of a part as `"primary/disk"`. An answer without any components stands for all.
   */
  readonly parts?: readonly string[];
  /**
   * Checks the component.
   *
   * @param signal aborted when the answer would come too late
   */
  health(signal: AbortSignal): MaybePromise<Health>;
}

/** Identifier of the {@linkcode HealthContributor} beans. */
export const HealthContributor: ServiceIdentifier<HealthContributor> = token<HealthContributor>("HealthContributor");
