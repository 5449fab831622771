import type { Area } from "./areas.ts";
import type { Fate, Outcome } from "./campaign.ts";

/** Mutants that no test has to find: the compiler finds them, or nothing can. */
const leftOut: readonly Fate[] = ["refused", "equivalent"];

/** Returns the share of mutants that a test finds, in percent, of those that a test has to find. */
export function scoreOf(outcomes: readonly Outcome[]): number {
  const found = numberOf(outcomes, ["killed", "timeout"]);
  const counted = outcomes.length - numberOf(outcomes, leftOut);
  return counted === 0 ? 100 : 100 * found / counted;
}

/** Returns the figures of an area in one line. */
export function summaryOf(outcomes: readonly Outcome[]): string {
  const fates: Fate[] = ["killed", "timeout", "survived", "unreached", "refused", "equivalent"];
  const counts = fates.map((fate) => `${numberOf(outcomes, [fate])} ${fate}`);
  return `${outcomes.length} mutants: ${counts.join(", ")}; score ${scoreOf(outcomes).toFixed(1)} %`;
}

/** Returns the figures of all areas as a table in Markdown. */
export function tableOf(results: readonly { readonly area: Area; readonly outcomes: readonly Outcome[] }[]): string {
  const rows = results.map(({ area, outcomes }) => {
    const cells = [
      area.name,
      outcomes.length,
      numberOf(outcomes, ["killed", "timeout"]),
      numberOf(outcomes, ["survived", "unreached"]),
      numberOf(outcomes, ["refused"]),
      numberOf(outcomes, ["equivalent"]),
      `${scoreOf(outcomes).toFixed(1)} %`,
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    "| Area | Mutants | Killed | Survived | Refused by the compiler | Equivalent | Score |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...rows,
  ]
    .join("\n");
}

function numberOf(outcomes: readonly Outcome[], fates: readonly Fate[]): number {
  return outcomes.filter(({ fate }) => fates.includes(fate)).length;
}
