import type { Health } from "../../kernel/mod.ts";

/**
 * Writes a health as JSON, big integers as texts.
 *
 * @param health as a contributor gave it
 * @returns JSON; `undefined` where there is no health
 * @throws TypeError when its details hold themselves
 */
export function healthJson(health: Health): string | undefined {
  return JSON.stringify(health, (_, value) => typeof value === "bigint" ? value.toString() : value);
}
