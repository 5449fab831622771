import type { Health, HealthContributor, ServingProcesses } from "../../kernel/mod.ts";

/** `UP` while all processes serve that share the port; it is left out where one process serves. */
export class ProcessesContributor implements HealthContributor {
  readonly name = "processes";
  readonly #processes: ServingProcesses;

  /** @param processes those that serve the application */
  constructor(processes: ServingProcesses) {
    this.#processes = processes;
  }

  /** Whether several processes serve. */
  get isPresent(): boolean {
    return this.#processes.link !== undefined;
  }

  health(): Health {
    const { expected = 1, ready = 1 } = this.#processes.link ?? {};
    return { status: ready < expected ? "DOWN" : "UP", details: { expected, ready } };
  }
}
