// Many WebSocket subscribers on one process, beside graphql-yoga and mercurius on the machine's Node:
//
//   deno task bench:subscribers [subscribers,…] [events] [--ours]
//
// With several numbers of subscribers it shows how the cost of a delivery grows with them; `--ours` leaves out the peers.
// Reported are deliveries per second (a burst, until the last subscriber has the last event), the time from the request to
// publish one event to its last subscriber, the server's processor time per event and subscriber, and the memory that a
// subscriber takes. The peers come from npm.
import { freePort, installPeers, median, processorTimeOf } from "../servers.ts";
import { Subscribers } from "./subscribers.ts";

interface Server {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

const [countTexts = "1000", eventsText] = Deno.args.filter((text) => text !== "--ours");
const counts = countTexts.split(",").map(Number);
const isOursAlone = Deno.args.includes("--ours");
const folder = new URL(".", import.meta.url).pathname;
const repository = new URL("../../../", import.meta.url).pathname;
const versions = {
  fastify: "5.12.8",
  graphql: "16.15.0",
  "graphql-ws": "6.4.2",
  "graphql-yoga": "5.24.1",
  mercurius: "16.10.1",
  ws: "8.23.0",
};

/** Resident memory of a process, in bytes. */
async function memoryOf(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const isReady = await fetch(`${url}?query={ready}`).then(async (response) => {
      await response.body?.cancel();
      return response.ok;
    }, () => false);
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`Cannot measure ${url} as it must answer: it does not`);
}

/** About as many deliveries in a burst, whatever the number of subscribers. */
function eventsFor(count: number): number {
  return eventsText === undefined ? Math.min(500, Math.max(10, Math.round(100_000 / count))) : Number(eventsText);
}

async function measure({ name, command, args, cwd }: Server, count: number): Promise<Record<string, unknown>> {
  const events = eventsFor(count);
  const port = freePort();
  const env = { PORT: String(port), NODE_ENV: "production" };
  const child = new Deno.Command(command, { args: [...args], cwd, env, stdout: "null", stderr: "inherit" }).spawn();
  try {
    const url = `http://127.0.0.1:${port}/graphql`;
    await untilReady(url);
    const before = await memoryOf(child.pid);
    using subscribers = await Subscribers.connect(url, count);
    await subscribers.publish(1);
    const taken = (await memoryOf(child.pid) - before) / count;
    const latencies: number[] = [];
    for (let i = 0; i < 30; i++) latencies.push(await subscribers.publish(1));
    const bursts: number[] = [];
    const used = processorTimeOf(child.pid);
    for (let i = 0; i < 3; i++) bursts.push(await subscribers.publish(events));
    const processorTime = (processorTimeOf(child.pid) - used) / (3 * events * count);
    return {
      server: name,
      subscribers: count,
      "deliveries/s": Math.round(events * count * 1_000 / median(bursts)),
      "latency ms": Number(median(latencies).toFixed(1)),
      "CPU µs per delivery": Number(processorTime.toFixed(1)),
      "KiB per subscriber": Number((taken / 1_024).toFixed(1)),
    };
  } finally {
    child.kill("SIGKILL");
    await child.status;
  }
}

const work = isOursAlone ? undefined : await installPeers({
  folder,
  files: ["peers/hub.mjs", "peers/yoga.mjs.txt", "peers/mercurius.mjs.txt", "schema.graphqls"],
  versions,
});
const ours = {
  name: "Espalier",
  command: Deno.execPath(),
  args: ["run", "-A", "--no-check", "--quiet", `${folder}ours.ts`],
  cwd: repository,
};
const peers = work === undefined ? [] : [
  { name: "mercurius 16, JIT on, Node", command: "node", args: ["mercurius.mjs"], cwd: work },
  { name: "graphql-yoga 5, graphql-ws, Node", command: "node", args: ["yoga.mjs"], cwd: work },
];
try {
  const results = [];
  for (const server of [ours, ...peers]) for (const count of counts) results.push(await measure(server, count));
  console.table(results);
} finally {
  if (work !== undefined) await Deno.remove(work, { recursive: true });
}
