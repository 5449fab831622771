import type { Lifecycle } from "../../kernel/mod.ts";

/** Whether the application works, or only a restart would help. */
export type LivenessState = "CORRECT" | "BROKEN";

/** Whether the application wants traffic. */
export type ReadinessState = "ACCEPTING_TRAFFIC" | "REFUSING_TRAFFIC";

/**
 * What the application itself says about its state; the probes answer by it. While it starts, once its
 * stop is announced and while it drains it refuses traffic whatever was said. The class is its own identifier in the
 * container.
 */
export class ApplicationAvailability {
  readonly #lifecycle: Lifecycle;
  #readiness: ReadinessState = "ACCEPTING_TRAFFIC";
  /** Set to `BROKEN` when the application can't recover by itself. */
  liveness: LivenessState = "CORRECT";

  /**
   * Creates the availability.
   *
   * @param lifecycle of the application
   */
  constructor(lifecycle: Lifecycle) {
    this.#lifecycle = lifecycle;
  }

  /** Whether traffic is wanted now. */
  get readiness(): ReadinessState {
    return this.#lifecycle.isReady ? this.#readiness : "REFUSING_TRAFFIC";
  }

  /** Accepts or refuses traffic while the application runs. */
  set readiness(state: ReadinessState) {
    this.#readiness = state;
  }
}
