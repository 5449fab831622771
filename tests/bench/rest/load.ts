// Asks each server for pages of 20 out of 100,000 rows and reports requests per second and processor time per request.
//
//   deno run -A tests/bench/rest/load.ts [seconds] [rounds]
//
// The load comes from `wrk` where it is installed, else from this process. Fastify and json-server are fetched from npm;
// where that fails they are left out.
import { prepareRows } from "./rows.ts";

interface Server {
  readonly name: string;
  readonly script: string;
  /** Whether a page takes seconds, so that only single requests are measured. */
  readonly isSlow?: boolean;
}

interface Measured {
  readonly perSecond: number;
  /** Processor time of the server per request, in microseconds. */
  readonly cpu: number;
}

const servers: readonly Server[] = [
  { name: "by hand (Deno.serve + node:sqlite)", script: "plain.ts" },
  { name: "exported collection", script: "ours.ts" },
  { name: "Fastify, handler by hand, on Deno", script: "fastify.ts" },
  { name: "json-server 0.17, rows in memory, on Deno", script: "json_server.ts", isSlow: true },
];
const query = (page: number) => `page=${page}&size=20&sort=title,asc`;
/** Pages whose cost is compared: offset paging reads past everything that comes before. */
const positions: readonly number[] = [0, 50, 500, 4999];

const [seconds = 3, rounds = 3] = Deno.args.map(Number);
const folder = new URL(".", import.meta.url).pathname;
const file = `${await Deno.makeTempDir()}/bench.db`;
prepareRows(file);

const hasWrk = await new Deno.Command("wrk", { args: ["-v"], stdout: "null", stderr: "null" }).output()
  .then(() => true, () => false);

async function load(url: string): Promise<number> {
  if (!hasWrk) return await loadByFetch(url);
  const { stdout } = await new Deno.Command("wrk", { args: ["-t1", "-c64", `-d${seconds}s`, url] }).output();
  const text = new TextDecoder().decode(stdout);
  if (text.includes("Non-2xx")) throw new Error(`Cannot measure ${url}: ${text}`);
  return Number(/(\d+) requests in/.exec(text)?.[1]);
}

async function loadByFetch(url: string): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let answered = 0;
  await Promise.all(Array.from({ length: 64 }, async () => {
    while (performance.now() < end) {
      await (await fetch(url)).arrayBuffer();
      answered++;
    }
  }));
  return answered;
}

/** Processor time that a process has used, in milliseconds. */
function cpuTime(pid: number): number {
  const fields = Deno.readTextFileSync(`/proc/${pid}/stat`).split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function measure(server: Server): Promise<Measured> {
  return await serving(server, async (base, pid) => {
    const url = `${base}?${query(3)}`;
    await load(url);
    const before = cpuTime(pid);
    const answered = await load(url);
    return { perSecond: answered / seconds, cpu: (cpuTime(pid) - before) * 1000 / answered };
  });
}

/** Milliseconds that each page takes, asked for one after another. */
async function measurePositions(server: Server): Promise<number[]> {
  return await serving(server, async (base) => {
    const times: number[] = [];
    for (const page of positions) {
      const samples: number[] = [];
      for (let n = 0; n < (server.isSlow ? 3 : 15); n++) {
        const start = performance.now();
        await (await fetch(`${base}?${query(page)}`)).arrayBuffer();
        samples.push(performance.now() - start);
      }
      times.push(median(samples));
    }
    return times;
  });
}

async function serving<T>(server: Server, use: (base: string, pid: number) => Promise<T>): Promise<T> {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  const isOutside = server.script !== "ours.ts" && server.script !== "plain.ts";
  const outside = isOutside ? ["--no-lock", "--no-config"] : [];
  const args = ["run", "-A", "--quiet", "--no-check", ...outside, `${folder}${server.script}`, String(port), file];
  const child = new Deno.Command(Deno.execPath(), { args, cwd: folder, stdout: "null", stderr: "inherit" }).spawn();
  try {
    const base = `http://127.0.0.1:${port}/api/books`;
    await untilAnswered(`${base}?${query(0)}`);
    return await use(base, child.pid);
  } finally {
    child.kill("SIGKILL");
    await child.status;
  }
}

async function untilAnswered(url: string): Promise<void> {
  for (let tries = 0;; tries++) {
    const status = await fetch(url).then(async (response) => (await response.arrayBuffer(), response.status), () => 0);
    if (status === 200) return;
    if (tries === 400) throw new Error(`Cannot measure ${url} as it must answer 200: it answers ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

const samples = new Map<Server, Measured[]>();
for (let round = 0; round < rounds; round++) {
  for (const server of servers.filter(({ isSlow }) => !isSlow)) {
    try {
      samples.set(server, [...samples.get(server) ?? [], await measure(server)]);
    } catch (error) {
      console.error(`${server.name}: ${error instanceof Error ? error.message : error}`);
    }
  }
}

console.log(`Page 3 of 20 books out of 100,000, sorted by title, 64 connections, median of ${rounds}`);
const floor = samples.get(servers[0]!)!;
for (const [server, measured] of samples) {
  const perSecond = median(measured.map((sample) => sample.perSecond));
  const cpu = median(measured.map((sample) => sample.cpu));
  const ratio = perSecond / median(floor.map((sample) => sample.perSecond));
  const cpuRatio = median(floor.map((sample) => sample.cpu)) / cpu;
  console.log(
    `  ${server.name.padEnd(44)} ${perSecond.toFixed(0).padStart(6)} requests/s  ${
      cpu.toFixed(0).padStart(6)
    } µs/request` +
      `  ${ratio.toFixed(2)} of by hand (by processor time ${cpuRatio.toFixed(2)})`,
  );
}

console.log(`\nMilliseconds by position: page ${positions.join(", ")}`);
for (const server of servers) {
  const times = await measurePositions(server).catch(() => []);
  console.log(`  ${server.name.padEnd(44)} ${times.map((time) => time.toFixed(1).padStart(8)).join("")}`);
}
