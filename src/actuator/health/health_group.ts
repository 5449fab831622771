import type { ServiceIdentifier } from "../../../deps.ts";
import { type ShownTo, token } from "../../kernel/mod.ts";

/** A selection of health contributors with a separate status, at `/actuator/health/<name>`. */
export interface HealthGroup {
  /** Path segment; a group hides a contributor of the same name. */
  readonly name: string;
  /** Names of its contributors, or of their parts: `"db/primary"`; `"*"` selects all. */
  readonly include: readonly string[];
  /** Names of those that don't, in spite of `include`; what has lost a part is the gravest of the others. */
  readonly exclude?: readonly string[];
  /** Who sees components; by default as configured for all. */
  readonly showDetails?: ShownTo;
  /** Roles of which an authorized caller needs one; by default those of `actuator.roles`. */
  readonly roles?: readonly string[];
  /**
   * A further path at which the group answers, after the port that it is on: `"server:/healthz"` on the application's,
   * `"management:/healthz"` on that of the actuator.
   */
  readonly additionalPath?: string;
  /** Which status wins; by default as configured for all. */
  readonly statusOrder?: readonly string[];
  /** HTTP status by health status; by default as configured for all. */
  readonly httpMapping?: Readonly<Record<string, number>>;
}

/** Identifier of the {@linkcode HealthGroup} beans. */
export const HealthGroup: ServiceIdentifier<HealthGroup> = token<HealthGroup>("HealthGroup");

/** Orchestrators know statuses of HTTP alone, whatever is configured for people and their dashboards. */
const forOrchestrators: Pick<HealthGroup, "showDetails" | "statusOrder" | "httpMapping"> = {
  showDetails: "never",
  statusOrder: ["DOWN", "OUT_OF_SERVICE", "UP", "UNKNOWN"],
  httpMapping: { DOWN: 503, OUT_OF_SERVICE: 503 },
};

/** The groups that orchestrators ask: restart me, send me traffic. They show nothing but a status. */
export const probeGroups: readonly HealthGroup[] = [
  { name: "liveness", include: ["livenessState"], ...forOrchestrators },
  { name: "readiness", include: ["readinessState"], ...forOrchestrators },
];
