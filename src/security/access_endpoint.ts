import type { AccessReport } from "../context/mod.ts";
import type { ActuatorEndpoint } from "../kernel/mod.ts";

/** Lists every access point of the application and its requirement, at `/actuator/access`. */
export class AccessEndpoint implements ActuatorEndpoint {
  readonly id = "access";
  readonly #report: AccessReport;

  /** @param report the ways in */
  constructor(report: AccessReport) {
    this.#report = report;
  }

  handle(): Response {
    const ways = this.#report.ways.map(({ kind, name, requires = null }) => ({ kind, name, requires }));
    return Response.json({ ways, unguarded: this.#report.unguarded.length });
  }
}
