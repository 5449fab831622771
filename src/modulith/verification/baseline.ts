import type { Violation } from "./violation.ts";
import { Violations } from "./violations.ts";

/**
 * Tolerated violations of old code: the number of occurrences by key. Keys contain no line numbers, so that code can
 * move.
 */
export type Baseline = Readonly<Record<string, number>>;

/** The result of applying a baseline. */
export interface BaselineResult {
  /** Violations that are new. */
  readonly remaining: Violations;
  /** Keys of entries that are no longer needed. */
  readonly outdated: readonly string[];
}

/**
 * Creates a baseline from violations, to be tolerated from now on.
 *
 * @param violations the current violations
 * @returns a baseline; write it to a file as JSON
 */
export function baselineOf(violations: Violations): Baseline {
  const counts: Record<string, number> = {};
  for (const key of [...violations].map(keyOf).sort()) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

/**
 * Removes the violations that a baseline tolerates.
 *
 * @param violations the current violations
 * @param baseline the tolerated violations
 */
export function withoutBaseline(violations: Violations, baseline: Baseline): BaselineResult {
  const left = new Map(Object.entries(baseline));
  const remaining = violations.filter((violation) => {
    const key = keyOf(violation);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
  return { remaining, outdated: [...left].filter(([, count]) => count > 0).map(([key]) => key) };
}

function keyOf({ kind, message, module, target, file, specifier }: Violation): string {
  if (kind === "cycle") return message.split("\n")[0]!;
  return file === undefined ? `${kind} ${message}` : `${kind} ${module} -> ${target}: ${file} imports "${specifier}"`;
}
