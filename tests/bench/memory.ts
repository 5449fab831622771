/**
 * Prints the memory of services, at their start and after requests, and what a request costs: `deno task bench:memory`.
 * On Linux only, as figures come from `/proc`.
 *
 * @module
 */

import { packageForExamples } from "../bundle/package_for_examples.ts";
import { freePort } from "./servers.ts";

const rounds = Number(Deno.args[0] ?? 3);
const requests = 20_000;
const connections = 64;
const root = new URL("../../", import.meta.url).pathname;
const folder = await Deno.makeTempDir();
const ticksPerSecond = 100;

const [hello, published] = ["examples/hello.ts", `--config=${folder}/deno.json`];
const services: Readonly<Record<string, readonly string[]>> = {
  "Deno.serve and graphql-js by hand": ["tests/bench/bare_server.ts"],
  "hello, sources": [hello],
  "hello, published package": [published, hello],
  "hello, published package, young generation 3 x 4 MiB": [published, "--v8-flags=--max-semi-space-size=4", hello],
};

interface Figures {
  readonly start: number;
  readonly loaded: number;
  readonly microseconds: number;
}

try {
  await packageForExamples(folder);
  const figures = new Map(Object.keys(services).map((name) => [name, [] as Figures[]]));
  for (let i = 0; i <= rounds; i++) {
    for (const [name, args] of Object.entries(services)) {
      const measured = await measure(args);
      // The first start compiles all modules, and stores what it compiled.
      if (i > 0) figures.get(name)!.push(measured);
    }
  }
  console.log("| Service | at the start | after requests | processor time per request |\n| --- | --: | --: | --: |");
  for (const [name, all] of figures) {
    const [start, loaded] = [median(all.map(({ start }) => start)), median(all.map(({ loaded }) => loaded))];
    const time = median(all.map(({ microseconds }) => microseconds));
    console.log(`| ${name} | ${start.toFixed(0)} MiB | ${loaded.toFixed(0)} MiB | ${time.toFixed(1)} µs |`);
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}

async function measure(args: readonly string[]): Promise<Figures> {
  const port = freePort();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--allow-net", ...args, String(port)],
    cwd: root,
    stdout: "null",
  }).spawn();
  try {
    await firstAnswer(port);
    const start = residentOf(child.pid);
    await load(port, requests / 2);
    const before = processorTimeOf(child.pid);
    await load(port, requests);
    const microseconds = (processorTimeOf(child.pid) - before) * 1e6 / requests;
    return { start, loaded: residentOf(child.pid), microseconds };
  } finally {
    child.kill("SIGKILL");
    await child.status;
  }
}

async function load(port: number, count: number): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await ask(port);
  };
  await Promise.all(Array.from({ length: connections }, worker));
}

async function ask(port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"query":"{ greeting(name: \\"Ada\\") }"}',
  });
  const text = await response.text();
  if (!text.includes('"greeting":"Hello, Ada!"')) throw new Error(`Wrong answer: ${text}`);
}

async function firstAnswer(port: number): Promise<void> {
  for (let attempt = 1;; attempt++) {
    try {
      return await ask(port);
    } catch (error) {
      if (!(error instanceof TypeError) || attempt === 2_000) throw error;
      // nobody listens yet
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

/** Resident memory in MiB. */
function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(Deno.readTextFileSync(`/proc/${pid}/status`))![1]) / 1024;
}

/** Processor time in seconds, of the program and of the system for it. */
function processorTimeOf(pid: number): number {
  const fields = Deno.readTextFileSync(`/proc/${pid}/stat`).split(") ").at(-1)!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
