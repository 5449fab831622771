// What several processes on one port cost: `deno task bench:processes [seconds] [rounds]`.
//
// One process, and two by `serve(app, { processes: 2 })`, answer the same requests in turn. Reported are the processor time per
// request of all processes and the requests per second; the load generator (wrk) takes its part of the same cores.
import { freePort, median, processorTimeOf } from "./servers.ts";

const [seconds = 4, rounds = 5] = Deno.args.map(Number);
const folder = new URL(".", import.meta.url).pathname;
const repository = new URL("../../", import.meta.url).pathname;
const script = await Deno.makeTempFile({ suffix: ".lua" });
await Deno.writeTextFile(
  script,
  'wrk.method = "POST"\nwrk.headers["content-type"] = "application/json"\nwrk.body = \'{"query":"{ books(first: 20) { id title isbn pages price inPrint language } }"}\'\n',
);

async function load(url: string, duration: number): Promise<number> {
  const { stdout } = await new Deno.Command("wrk", {
    args: ["-t1", "-c64", `-d${duration}s`, "-s", script, url],
  }).output();
  return Number(/(\d+) requests in/.exec(new TextDecoder().decode(stdout))![1]);
}

function timeOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + processorTimeOf(pid), 0);
}

/** The processes that another one has started, once there are so many. */
async function childrenOf(pid: number, count: number): Promise<number[]> {
  for (;;) {
    const text = await Deno.readTextFile(`/proc/${pid}/task/${pid}/children`);
    const pids = text.split(" ").filter((part) => part !== "").map(Number);
    if (pids.length === count) return pids;
    await new Promise((resolve) => void setTimeout(resolve, 50));
  }
}

interface Run {
  readonly perRequest: number;
  readonly perSecond: number;
}

async function measure(processes: number): Promise<Run> {
  const port = freePort();
  const url = `http://127.0.0.1:${port}/graphql`;
  const command = ["run", "-A", "--no-check", "--quiet", `${folder}requests/ours.ts`];
  const first = new Deno.Command(Deno.execPath(), {
    args: command,
    cwd: repository,
    env: { PORT: String(port), PROCESSES: String(processes) },
  }).spawn();
  try {
    while (!await fetch(`${url}?query={hello}`).then((r) => r.body?.cancel().then(() => true), () => false)) {
      await new Promise((resolve) => void setTimeout(resolve, 50));
    }
    await load(url, 2);
    const pids = [first.pid, ...await childrenOf(first.pid, processes - 1)];
    const spentBefore = timeOf(pids);
    const requests = await load(url, seconds);
    const spent = timeOf(pids) - spentBefore;
    return { perRequest: spent / requests, perSecond: requests / seconds };
  } finally {
    first.kill();
    await first.status;
  }
}

const ones: Run[] = [];
const twos: Run[] = [];
for (let round = 0; round < rounds; round++) {
  for (const processes of round % 2 === 0 ? [1, 2] : [2, 1]) {
    (processes === 1 ? ones : twos).push(await measure(processes));
  }
}
await Deno.remove(script);
for (const [name, runs] of [["one process", ones], ["two processes", twos]] as const) {
  const perRequest = median(runs.map((run) => run.perRequest)).toFixed(1);
  const perSecond = median(runs.map((run) => run.perSecond)).toFixed(0);
  console.log(`${name.padEnd(14)} ${perRequest} µs of processor time per request, ${perSecond} requests/s`);
}
const ratios = (of: (run: Run) => number) => median(twos.map((run, n) => of(run) / of(ones[n]!))).toFixed(2);
console.log(
  `two ÷ one      ${ratios((r) => r.perRequest)} processor time per request, ${ratios((r) => r.perSecond)} requests/s`,
);
