import type { HealthStatus } from "../../kernel/mod.ts";
import { uniform } from "./status_aggregator.ts";

/** Finds the HTTP status of a health status. */
export class HttpCodeStatusMapper {
  readonly #codes: ReadonlyMap<string, number>;

  /** @param mapping HTTP status by health status; case and punctuation don't matter */
  constructor(mapping: Readonly<Record<string, number>>) {
    this.#codes = new Map(Object.entries(mapping).map(([status, code]) => [uniform(status), code]));
  }

  /**
   * @param status a health status
   * @returns its HTTP status, 200 where none is mapped
   */
  statusCode(status: HealthStatus): number {
    return this.#codes.get(uniform(status)) ?? 200;
  }
}
