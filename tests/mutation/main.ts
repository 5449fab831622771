/**
 * Mutation testing: changes the source in one place, and looks whether a test fails.
 *
 *     deno task mutate [area...] [--sample=N] [--seed=S] [--workers=N]
 */
import { parseArgs } from "node:util";
import { type Area, areas, minScore } from "./areas.ts";
import { Campaign, type Outcome } from "./campaign.ts";
import { changeOf, type Mutant } from "./mutant.ts";
import { scoreOf, summaryOf, tableOf } from "./report.ts";
import { sampleOf } from "./sample.ts";

const root = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");

const { values, positionals } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: {
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    workers: { type: "string", default: String(navigator.hardwareConcurrency) },
    verbose: { type: "boolean", default: false },
  },
});

function numberOf(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new RangeError(`Cannot read option --${name} as it must be an integer >= 1: current value is "${text}"`);
}

function chosenAreas(): readonly Area[] {
  for (const name of positionals) {
    if (areas.some((area) => area.name === name)) continue;
    throw new Error(`Cannot mutate as there must be an area "${name}": known are ${areas.map(({ name }) => name)}`);
  }
  return positionals.length === 0 ? areas : areas.filter(({ name }) => positionals.includes(name));
}

function show({ mutant, fate, killer }: Outcome): void {
  console.log(
    `  ${fate} ${mutant.file}:${mutant.line} ${mutant.operator}: ${changeOf(mutant)}${killer ? ` [${killer}]` : ""}`,
  );
}

async function mutate(area: Area): Promise<Outcome[]> {
  const size = values.sample === undefined ? undefined : numberOf("sample", values.sample);
  const random = numberOf("seed", values.seed);
  return await new Campaign(area, {
    root,
    workers: numberOf("workers", values.workers),
    ...(size === undefined ? {} : { pick: (mutants: readonly Mutant[]) => sampleOf(mutants, size, random) }),
    onOutcome: (outcome) => {
      if (values.verbose || outcome.fate === "survived" || outcome.fate === "unreached") show(outcome);
    },
  }).run();
}

// Ends through the event "unload", which removes the copies.
for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, () => Deno.exit(1));

const results: { readonly area: Area; readonly outcomes: readonly Outcome[] }[] = [];
for (const area of chosenAreas()) {
  const start = performance.now();
  console.log(`${area.name}:`);
  const outcomes = await mutate(area);
  console.log(`  ${summaryOf(outcomes)} in ${Math.round((performance.now() - start) / 1000)} s`);
  results.push({ area, outcomes });
}
console.log(`\n${tableOf(results)}`);

const isLow = results.some(({ outcomes }) => scoreOf(outcomes) < minScore);
if (isLow) console.error(`The score of each area must be ${minScore} % at least`);
Deno.exit(isLow ? 1 : 0);
