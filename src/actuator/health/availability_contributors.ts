import type { Health, HealthContributor } from "../../kernel/mod.ts";
import type { ApplicationAvailability } from "./application_availability.ts";

/** `UP` unless the application calls itself broken. */
export class LivenessStateContributor implements HealthContributor {
  readonly name = "livenessState";
  readonly #availability: ApplicationAvailability;

  /** @param availability the availability of the application */
  constructor(availability: ApplicationAvailability) {
    this.#availability = availability;
  }

  health(): Health {
    return { status: this.#availability.liveness === "CORRECT" ? "UP" : "DOWN" };
  }
}

/** `UP` while the application accepts traffic. */
export class ReadinessStateContributor implements HealthContributor {
  readonly name = "readinessState";
  readonly #availability: ApplicationAvailability;

  /** @param availability the availability of the application */
  constructor(availability: ApplicationAvailability) {
    this.#availability = availability;
  }

  health(): Health {
    return { status: this.#availability.readiness === "ACCEPTING_TRAFFIC" ? "UP" : "OUT_OF_SERVICE" };
  }
}
