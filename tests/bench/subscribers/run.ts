// Many WebSocket subscribers on one process, beside graphql-yoga and mercurius on the machine's Node:
//
//   deno task bench:subscribers [subscribers] [events]
//
// Reported are events per second (a burst, until the last subscriber has the last event), the time from the request to
// publish one event to its last subscriber, the server's processor time per event and subscriber, and the memory that a
// subscriber takes. The peers come from npm.
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

/** Installs the peers into a folder of their own. */
async function installPeers(): Promise<string> {
  const work = await Deno.makeTempDir({ prefix: "espalier_subscribers_" });
  // What imports packages that this project doesn't have is no source of it.
  for (const name of ["hub.mjs", "yoga.mjs.txt", "mercurius.mjs.txt"]) {
    await Deno.copyFile(`${folder}peers/${name}`, `${work}/${name.replace(".txt", "")}`);
  }
  await Deno.copyFile(`${folder}schema.graphqls`, `${work}/schema.graphqls`);
  await Deno.writeTextFile(`${work}/package.json`, JSON.stringify({ private: true, dependencies: versions }));
  const { success } = await new Deno.Command("npm", {
    args: ["install", "--silent", "--no-audit", "--no-fund"],
    cwd: work,
    stdout: "null",
  }).output();
  if (!success) throw new Error("Cannot measure the peers as npm must install them: it failed");
  return work;
}

async function freePort(): Promise<number> {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  return await Promise.resolve(port);
}

/** Resident memory of a process, in bytes. */
async function memoryOf(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

/** Processor time that a process has used, in milliseconds. */
async function processorTimeOf(pid: number): Promise<number> {
  const fields = (await Deno.readTextFile(`/proc/${pid}/stat`)).split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
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
  const port = await freePort();
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
    const used = await processorTimeOf(child.pid);
    for (let i = 0; i < 3; i++) bursts.push(await subscribers.publish(events));
    const processorTime = (await processorTimeOf(child.pid) - used) * 1_000 / (3 * events * count);
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

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

const work = await installPeers();
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
