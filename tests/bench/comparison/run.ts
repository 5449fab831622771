/**
 * Compares the framework with its limit and its peers and prints one table with ratios and their spread:
 * `deno task bench:compare [folder] [rounds]`. The folder holds the side-by-side benchmark (`../shared/bench`), which
 * installs its peers in it; `wrk`, Node and npm are needed.
 *
 * Times are processor time per request at 64 connections (W9: per delivery to 200 subscribers). Servers are loaded in
 * turns, and a ratio is that of two neighbouring turns: median (quartiles).
 *
 * @module
 */
import { coldStarts, timeColdStart } from "./cold_start.ts";
import { digits, pairedRatios, spreadOf, writeRatio } from "./ratios.ts";
import { subscriptions, type Workload, workloads } from "./workloads.ts";

const root = new URL("../../../", import.meta.url).pathname;
const [folder = "../shared/bench", rounds = "8"] = Deno.args;
const benchmark = await Deno.realPath(new URL(folder.endsWith("/") ? folder : `${folder}/`, `file://${root}`));
const ourServers = ["server.json", "server_loader.json", "server_rest.json"].flatMap((file) => [
  "--add",
  `tests/bench/${file}`,
]);

interface Row {
  readonly workload: string;
  readonly server: string;
  /** Resident memory after the load, in megabytes. */
  readonly rss: number;
  readonly samples: { readonly c64: readonly { readonly cpu: number }[] };
}

interface SubscriberSample {
  readonly server: string;
  readonly cpuMsPer1000Deliveries: number;
}

const rows = await compareRequests();
console.log("\n| Workload | limit µs | ours µs | × limit | best peer | peer ÷ ours | target |");
console.log("| --- | --: | --: | --: | --- | --: | --- |");
for (const workload of workloads) console.log(requestLine(workload, rows));
console.log(subscriptionLine(await compareSubscriptions()));
console.log("\n| Start to first response | ms | × by hand |\n| --- | --: | --: |");
for (const line of await coldStartLines()) console.log(line);
console.log("\n| Memory after W1 | MB |\n| --- | --: |");
for (const { workload, server, rss } of rows) {
  if (workload === "W1") console.log(`| ${server} | ${rss.toFixed(0)} |`);
}

async function run(...args: readonly string[]): Promise<void> {
  const { success } = await new Deno.Command(`${benchmark}/run`, {
    args: [...args, ...ourServers],
    cwd: root,
    stdout: "inherit",
    stderr: "inherit",
  }).output();
  if (!success) throw new Error(`Cannot compare as "${benchmark}/run ${args.join(" ")}" must succeed`);
}

async function compareRequests(): Promise<Row[]> {
  const servers = new Set(workloads.flatMap(({ limit, ours, peers }) => [limit, ours, ...peers]));
  const ids = new Set(workloads.map(({ id }) => id));
  await run(
    ...["--slices", "--workloads", [...ids].join(), "--servers", [...servers].join()],
    ...["--rounds", rounds, "--ones", "0", "--out", "comparison"],
  );
  return JSON.parse(await Deno.readTextFile(`${benchmark}/results/comparison.json`));
}

function requestLine({ id, name, ours, limit, peers, maxTimesLimit, minPeerRatio }: Workload, all: Row[]): string {
  const timesOf = (server: string): number[] =>
    all.find((row) => row.workload === id && row.server === server)?.samples.c64.map(({ cpu }) => cpu) ?? [];
  const mine = timesOf(ours);
  const best =
    peers.filter((peer) => timesOf(peer).length > 0).sort((a, b) => middle(timesOf(a)) - middle(timesOf(b)))[0];
  const target = maxTimesLimit === undefined ? minPeerRatio && `≥ ${minPeerRatio}` : `≤ ${maxTimesLimit} × limit`;
  if (mine.length === 0 || best === undefined) return `| ${id} ${name} | not measured |`;
  return line([
    `${id} ${name}`,
    digits(middle(timesOf(limit))),
    digits(middle(mine)),
    writeRatio(pairedRatios(mine, timesOf(limit))),
    best,
    writeRatio(pairedRatios(timesOf(best), mine)),
    target || "–",
  ]);
}

async function compareSubscriptions(): Promise<SubscriberSample[]> {
  const { limit, ours, peers } = subscriptions;
  await run("--http", "--workloads", "W9", "--servers", [limit, ours, ...peers].join(), "--rounds", "3");
  return JSON.parse(await Deno.readTextFile(`${benchmark}/results/latest.json`)).subs;
}

function subscriptionLine(samples: readonly SubscriberSample[]): string {
  const { limit, ours, peers, maxTimesLimit } = subscriptions;
  const timesOf = (name: string): number[] =>
    samples.filter(({ server }) => server === name).map(({ cpuMsPer1000Deliveries }) => cpuMsPer1000Deliveries);
  const best = [...peers].sort((a, b) => middle(timesOf(a)) - middle(timesOf(b)))[0]!;
  return line([
    "W9 delivery to a subscriber",
    digits(middle(timesOf(limit))),
    digits(middle(timesOf(ours))),
    writeRatio(pairedRatios(timesOf(ours), timesOf(limit))),
    best,
    writeRatio(pairedRatios(timesOf(best), timesOf(ours))),
    `≤ ${maxTimesLimit} × limit`,
  ]);
}

/** Starts the services in turns. The first start of each fills caches and is not counted. */
async function coldStartLines(): Promise<string[]> {
  const services = await coldStarts();
  const times = services.map((): number[] => []);
  for (let round = 0; round <= 15; round++) {
    for (const [i, service] of services.entries()) {
      const ms = await timeColdStart(service);
      if (round > 0) times[i]!.push(ms);
    }
  }
  return services.map(({ name }, i) =>
    line([name, digits(middle(times[i]!)), i === 0 ? "1" : writeRatio(pairedRatios(times[i]!, times[0]!))])
  );
}

function middle(values: readonly number[]): number {
  return spreadOf(values).median;
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
