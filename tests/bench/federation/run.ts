// Processor time per federated request of Espalier, and of @apollo/subgraph on Yoga on the machine's Node:
//
//   deno task bench:federation [seconds] [rounds]
//
// Both servers run at once and are loaded in turns, so that a machine that slows down does so for both. Answers are
// compared before anything is measured. The load comes from `wrk`; the peer comes from npm.
import { assertEquals } from "@std/assert";
import { freePort, installPeers, median, processorTimeOf } from "../servers.ts";

const [seconds = 2, rounds = 7] = Deno.args.map(Number);
const folder = new URL(".", import.meta.url).pathname;
const versions = { "@apollo/subgraph": "2.14.4", graphql: "16.15.0", "graphql-yoga": "5.24.1" };
const files = ["peers/apollo.mjs.txt", "peers/products.mjs", "schema.graphqls"];
const work = await installPeers({ folder, files, versions });

const query = "query ($representations: [_Any!]!) { _entities(representations: $representations) " +
  "{ ... on Product { id name price weight inStock } } }";

function bodyOf(count: number): string {
  const representations = Array.from({ length: count }, (_, i) => ({ __typename: "Product", id: String(i) }));
  return JSON.stringify({ query, variables: { representations } });
}

interface Server extends AsyncDisposable {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
}

interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
}

async function start({ name, command, args, cwd }: Program): Promise<Server> {
  const port = freePort();
  const child = new Deno.Command(command, {
    args: [...args],
    ...(cwd === undefined ? {} : { cwd }),
    env: { PORT: String(port), NODE_ENV: "production" },
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  const url = `http://127.0.0.1:${port}/graphql`;
  for (let tries = 0; !await answer(url, 1).then(() => true, () => false); tries++) {
    if (tries === 400) throw new Error(`Cannot measure ${name} as it must answer: it does not`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return {
    name,
    url,
    pid: child.pid,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL");
      await child.status;
    },
  };
}

async function answer(url: string, count: number): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: bodyOf(count) });
  return await response.json();
}

/** Loads a server for some seconds. Returns microseconds of processor time per request. */
async function slice({ url, pid }: Server): Promise<number> {
  const before = processorTimeOf(pid);
  const { stdout } = await new Deno.Command("wrk", {
    args: ["-t1", "-c16", `-d${seconds}s`, "-s", new URL("../requests/post.lua", import.meta.url).pathname, url],
    env: { BODY: `${work}/body.json` },
  }).output();
  const text = new TextDecoder().decode(stdout);
  if (text.includes("Non-2xx")) throw new Error(`Cannot measure ${url} as all requests must succeed: ${text}`);
  return (processorTimeOf(pid) - before) / Number(/(\d+) requests in/.exec(text)?.[1]);
}

async function compare(ours: Server, theirs: Server, count: number): Promise<Record<string, number>> {
  assertEquals(await answer(ours.url, count), await answer(theirs.url, count));
  await Deno.writeTextFile(`${work}/body.json`, bodyOf(count));
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    const [a, b] = [await slice(ours), await slice(theirs)];
    // The first round warms up.
    if (round > 0) times[0].push(a), times[1].push(b);
  }
  const [espalier, apollo] = times.map(median) as [number, number];
  return {
    representations: count,
    "Espalier µs": Number(espalier.toFixed(1)),
    "@apollo/subgraph on Yoga µs": Number(apollo.toFixed(1)),
    "Espalier / @apollo/subgraph": Number((espalier / apollo).toFixed(2)),
  };
}

try {
  await using ours = await start({
    name: "Espalier",
    command: Deno.execPath(),
    args: ["run", "-A", "--no-check", "--quiet", `${folder}ours.ts`],
  });
  await using theirs = await start({ name: "@apollo/subgraph", command: "node", args: ["apollo.mjs"], cwd: work });
  const results = [];
  for (const count of [1, 20, 1000]) results.push(await compare(ours, theirs, count));
  console.log(`Processor time per request at 16 connections, median of ${rounds} turns of ${seconds} s`);
  console.table(results);
} finally {
  await Deno.remove(work, { recursive: true });
}
