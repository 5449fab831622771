// Quick requests beside slow ones: `deno task bench:mixed [seconds] [rounds] [other checkout]`.
//
// One process answers 16 connections with a field and, at the same time, four with a list that takes many times as
// long. Reported are the requests per second and the 99th percentile of the quick ones: answers that leave together must
// not wait for slow ones. With another checkout of the project, that one is measured in turn with this one.
import { freePort, median } from "./servers.ts";

const [secondsText = "3", roundsText = "5", other] = Deno.args;
const [seconds, rounds] = [Number(secondsText), Number(roundsText)];
const here = new URL("../../", import.meta.url).pathname;

async function scriptOf(query: string): Promise<string> {
  const script = await Deno.makeTempFile({ suffix: ".lua" });
  const body = JSON.stringify({ query });
  await Deno.writeTextFile(
    script,
    `wrk.method = "POST"\nwrk.headers["content-type"] = "application/json"\nwrk.body = '${body}'
done = function(summary, latency) io.write(string.format("P99 %d", latency:percentile(99))) end\n`,
  );
  return script;
}

interface Load {
  readonly perSecond: number;
  /** In milliseconds. */
  readonly p99: number;
}

async function load(url: string, script: string, connections: number): Promise<Load> {
  const { stdout } = await new Deno.Command("wrk", {
    args: ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency", "-s", script, url],
  }).output();
  const text = new TextDecoder().decode(stdout);
  const requests = Number(/(\d+) requests in/.exec(text)![1]);
  return { perSecond: requests / seconds, p99: Number(/P99 (\d+)/.exec(text)![1]) / 1000 };
}

const quick = await scriptOf("{ hello }");
const slow = await scriptOf(
  `{ ${
    ["a", "b", "c", "d"].map((alias) => `${alias}: books(first: 400) { id title isbn pages price inPrint }`).join(" ")
  } }`,
);

async function measure(folder: string): Promise<{ readonly quick: Load; readonly slow: Load }> {
  const port = freePort();
  const url = `http://127.0.0.1:${port}/graphql`;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--quiet", "tests/bench/requests/ours.ts"],
    cwd: folder,
    env: { PORT: String(port) },
  }).spawn();
  try {
    while (!await fetch(`${url}?query={hello}`).then((r) => r.body?.cancel().then(() => true), () => false)) {
      await new Promise((resolve) => void setTimeout(resolve, 50));
    }
    await Promise.all([load(url, quick, 16), load(url, slow, 4)]);
    const [ofQuick, ofSlow] = await Promise.all([load(url, quick, 16), load(url, slow, 4)]);
    return { quick: ofQuick, slow: ofSlow };
  } finally {
    child.kill();
    await child.status;
  }
}

const folders = other === undefined ? [here] : [here, other];
const results = folders.map((): { readonly quick: Load; readonly slow: Load }[] => []);
for (let round = 0; round < rounds; round++) {
  const order = round % 2 === 0 ? [0, 1] : [1, 0];
  for (const at of order) if (folders[at] !== undefined) results[at]!.push(await measure(folders[at]));
}
await Promise.all([quick, slow].map((script) => Deno.remove(script)));
console.table(folders.map((folder, at) => ({
  checkout: folder,
  "quick: requests/s": Math.round(median(results[at]!.map((run) => run.quick.perSecond))),
  "quick: p99 in ms": Number(median(results[at]!.map((run) => run.quick.p99)).toFixed(2)),
  "slow: requests/s": Math.round(median(results[at]!.map((run) => run.slow.perSecond))),
})));
