import type { Violation } from "./violation.ts";
import { Violations } from "./violations.ts";

/**
 * Violations of old code that are tolerated: how often each one occurs, by its key. Lines are not part of a key, so
 * that code may move.
 */
export type Baseline = Readonly<Record<string, number>>;

/** What is left when a baseline is taken away. */
export interface BaselineResult {
  /** Violations that are new. */
  readonly remaining: Violations;
  /** Keys of entries that are no longer needed. */
  readonly outdated: readonly string[];
}

/**
 * Records violations, to be tolerated from now on.
 *
 * @param violations those of today
 * @returns a baseline; write it to a file as JSON
 */
export function baselineOf(violations: Violations): Baseline {
  const counts: Record<string, number> = {};
  for (const key of [...violations].map(keyOf).sort()) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

/**
 * Takes away what a baseline tolerates.
 *
 * @param violations those of today
 * @param baseline those of the day when it was recorded
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
