// Many WebSocket subscribers on one process, beside graphql-yoga and mercurius on the machine's Node:
//
//   deno task bench:subscribers [subscribers] [events]
//
// Reported are events per second (a burst, until the last subscriber has the last event), the time from the request to
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

const [count = 1_000, events = 100] = Deno.args.map(Number);
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

async function measure({ name, command, args, cwd }: Server): Promise<Record<string, unknown>> {
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
      "events/s": Math.round(events * 1_000 / median(bursts)),
      "latency ms": Number(median(latencies).toFixed(1)),
      "CPU µs per delivery": Number(processorTime.toFixed(1)),
      "KiB per subscriber": Number((taken / 1_024).toFixed(1)),
    };
  } finally {
    child.kill("SIGKILL");
    await child.status;
  }
}

const work = await installPeers({
  folder,
  files: ["peers/hub.mjs", "peers/yoga.mjs.txt", "peers/mercurius.mjs.txt", "schema.graphqls"],
  versions,
});
try {
  const results = [];
  for (
    const server of [
      {
        name: "Espalier",
        command: Deno.execPath(),
        args: ["run", "-A", "--no-check", "--quiet", `${folder}ours.ts`],
        cwd: repository,
      },
      { name: "mercurius 16, JIT on, Node", command: "node", args: ["mercurius.mjs"], cwd: work },
      { name: "graphql-yoga 5, graphql-ws, Node", command: "node", args: ["yoga.mjs"], cwd: work },
    ]
  ) results.push(await measure(server));
  console.log(`${count} subscribers, bursts of ${events} events`);
  console.table(results);
} finally {
  await Deno.remove(work, { recursive: true });
}
