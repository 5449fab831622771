/**
 * Measures how costs grow with the size of what a service has: `deno task bench:growth [part of a name]`.
 *
 * Prints a row for each cost with the processor time at three sizes and the exponent of its growth: 0 is flat, 1 linear,
 * 2 quadratic. Fixed costs lower the exponent, so that of the two largest sizes stands beside it.
 *
 * @module
 */
import { digits } from "../comparison/ratios.ts";
import { type Growth, measureGrowth } from "./growth.ts";
import { serviceGrowths } from "./services.ts";
import { storageGrowths } from "./storage.ts";

/** How far above the expected exponent a measurement counts as growth that is not meant. */
const tolerance = 0.25;

const [part = ""] = Deno.args;
console.log("| Cost | Sizes | Milliseconds | Exponent | of the larger two | Expected |");
console.log("| --- | --- | --- | --: | --: | --- |");
for (const growth of [...serviceGrowths, ...storageGrowths]) {
  if (growth.name.includes(part)) console.log(await lineOf(growth));
}

async function lineOf(growth: Growth): Promise<string> {
  const { times, slope, lastSlope } = await measureGrowth(growth);
  const expected = growth.expected === 0 ? "flat" : "linear";
  const verdict = lastSlope <= growth.expected + tolerance ? expected : `**${expected}, but it grows faster**`;
  const cells = [
    growth.name,
    `${growth.sizes.map((size) => size.toLocaleString("en")).join(", ")} ${growth.unit}`,
    times.map(digits).join(", "),
    slope.toFixed(2),
    lastSlope.toFixed(2),
    verdict,
  ];
  return `| ${cells.join(" | ")} |`;
}
