import type { HealthStatus } from "../../kernel/mod.ts";

/** Decides which of several statuses is the status of the whole. */
export class StatusAggregator {
  readonly #order: readonly string[];

  /**
   * Takes the order of the statuses.
   *
   * @param order statuses, the gravest first; case and punctuation don't matter
   */
  constructor(order: readonly string[]) {
    this.#order = order.map(uniform);
  }

  /**
   * Returns the gravest status.
   *
   * @param statuses those of the parts
   * @returns the first of them by the order; a status that is not in the order is passed over, and without any other
   * the whole is `UNKNOWN`
   */
  aggregate(statuses: readonly HealthStatus[]): HealthStatus {
    for (const code of this.#order) {
      const found = statuses.find((status) => uniform(status) === code);
      if (found !== undefined) return found;
    }
    return "UNKNOWN";
  }
}

/**
 * The form in which statuses are compared: `out-of-service` is `OUT_OF_SERVICE`.
 *
 * @param status any spelling
 */
export function uniform(status: string): string {
  return status.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}
