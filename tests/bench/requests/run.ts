// Processor time per request of Espalier, of mercurius with JIT on the machine's Node, and of servers that answer
// something ready:
//
//   deno task bench:requests [seconds] [rounds]
//
// Answers are compared before anything is measured. The load comes from `wrk`; mercurius comes from npm.
import { assertEquals } from "@std/assert";
import { freePort, installPeers, median, processorTimeOf } from "../servers.ts";

interface Server {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Work {
  readonly name: string;
  readonly body: { readonly query: string; readonly variables?: Readonly<Record<string, unknown>> };
}

const connection = `($first: Int!, $after: String) {
  page(first: $first, after: $after) { edges { cursor node { ...Core pages price } } hasNextPage }
} fragment Core on Book { id title isbn }`;

const works: readonly Work[] = [
  { name: "hello", body: { query: "{ hello }" } },
  {
    name: "20 books of 7 scalars",
    body: { query: "{ books(first: 20) { id title isbn pages price inPrint language } }" },
  },
  {
    name: "100 books, authors in a batch",
    body: { query: "{ loadedBooks(first: 100) { id title author { id name country } } }" },
  },
  { name: "100 items of 3 promises", body: { query: "{ items(first: 100) { id a b c } }" } },
  { name: "50 edges", body: { query: `query Page${connection}`, variables: { first: 50, after: btoa("99") } } },
  {
    name: "5 edges, documents that come once",
    body: { query: `query Page__N__${connection}`, variables: { first: 5 } },
  },
];

const [seconds = 3, rounds = 3] = Deno.args.map(Number);
const folder = new URL(".", import.meta.url).pathname;
const repository = new URL("../../../", import.meta.url).pathname;
const versions = { dataloader: "2.2.3", fastify: "5.12.8", graphql: "16.15.0", mercurius: "16.10.1" };
const work = await installPeers({
  folder,
  files: ["peers/mercurius.mjs.txt", "peers/shop.mjs", "schema.graphqls"],
  versions,
});

const deno = (script: string) => ["run", "-A", "--no-check", "--quiet", `${folder}${script}`];
const ready = { command: Deno.execPath(), args: deno("floor.ts"), cwd: repository };
const servers: readonly Server[] = [
  { name: "ready text, two writes", ...ready, env: { TWO_WRITES: "1" } },
  { name: "ready text", ...ready },
  { name: "ready object", ...ready, env: { STRINGIFY: "1" } },
  { name: "Espalier", command: Deno.execPath(), args: deno("ours.ts"), cwd: repository },
  { name: "mercurius 16, JIT, Node", command: "node", args: ["mercurius.mjs"], cwd: work },
];

/** Starts a server for as long as it is used. */
async function serving<T>(server: Server, use: (url: string, pid: number) => Promise<T>): Promise<T> {
  const port = freePort();
  const child = new Deno.Command(server.command, {
    args: [...server.args],
    cwd: server.cwd,
    env: { PORT: String(port), NODE_ENV: "production", ANSWER: `${work}/answer.json`, ...server.env },
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  try {
    const url = `http://127.0.0.1:${port}/graphql`;
    for (let tries = 0; !await answer(url, works[0]!).then(() => true, () => false); tries++) {
      if (tries === 400) throw new Error(`Cannot measure ${server.name} as it must answer: it does not`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    return await use(url, child.pid);
  } finally {
    child.kill("SIGKILL");
    await child.status;
  }
}

async function answer(url: string, { body }: Work): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  return await response.json();
}

/** How many requests were answered. */
async function load(url: string): Promise<number> {
  const { stdout } = await new Deno.Command("wrk", {
    args: ["-t1", "-c64", `-d${seconds}s`, "-s", `${folder}post.lua`, url],
    env: { BODY: `${work}/body.json` },
  }).output();
  const text = new TextDecoder().decode(stdout);
  if (text.includes("Non-2xx")) throw new Error(`Cannot measure ${url} as all requests must succeed: ${text}`);
  return Number(/(\d+) requests in/.exec(text)?.[1]);
}

/** Microseconds per request, after a warm-up as long as the measurement. */
async function measure(server: Server): Promise<number> {
  return await serving(server, async (url, pid) => {
    await load(url);
    const before = processorTimeOf(pid);
    const answered = await load(url);
    return (processorTimeOf(pid) - before) / answered;
  });
}

async function compare(one: Work): Promise<Record<string, unknown>> {
  const [ours, theirs] = [
    await serving(servers.at(-2)!, (url) => answer(url, one)),
    await serving(servers.at(-1)!, (url) => answer(url, one)),
  ];
  assertEquals(ours, theirs);
  await Deno.writeTextFile(`${work}/answer.json`, JSON.stringify(ours));
  await Deno.writeTextFile(`${work}/body.json`, JSON.stringify(one.body));
  const times = servers.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, server] of servers.entries()) times[i]!.push(await measure(server));
  }
  const [apart, text, object, espalier, mercurius] = times.map(median) as [number, number, number, number, number];
  return {
    work: one.name,
    "ready text, two writes µs": Number(apart.toFixed(1)),
    "ready text µs": Number(text.toFixed(1)),
    "ready object µs": Number(object.toFixed(1)),
    "Espalier µs": Number(espalier.toFixed(1)),
    "mercurius µs": Number(mercurius.toFixed(1)),
    "Espalier / text": Number((espalier / text).toFixed(2)),
    "mercurius / Espalier": Number((mercurius / espalier).toFixed(2)),
    "mercurius / object": Number((mercurius / object).toFixed(2)),
  };
}

try {
  const results = [];
  for (const one of works) {
    console.error(`Measuring "${one.name}" on ${servers.length} servers`);
    results.push(await compare(one));
  }
  console.log(`Processor time per request at 64 connections, median of ${rounds} rounds of ${seconds} s`);
  console.table(results);
} finally {
  await Deno.remove(work, { recursive: true });
}
