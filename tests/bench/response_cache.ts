/**
 * The price of a response that is kept: `deno task bench:cache`.
 *
 * Processor time of requests to three bookstores that take turns in one process: without `responseCache()`, with it and a
 * response that is kept (hit), and with it and a response that is not there yet (miss). Numbers are medians of rounds.
 */
import process from "node:process";
import { type Application, type ContainerModule, createApp, createContainer } from "@espalier/espalier";
import { ResponseCache } from "@espalier/espalier/cache";
import { caching } from "../../examples/bookstore/caching.ts";
import { features } from "../../examples/bookstore/features.ts";

const operations: Readonly<Record<string, string>> = {
  book: '{ book(id: "pg1342") { id title } }',
  page: "{ books(first: 50) { edges { node { id title price author { id name } } } } }",
  bestsellers: "{ bestsellers(first: 20) { copies book { id title author { name } } } }",
};

const [rounds, requests] = [15, 200];
const options = { root: new URL("../../examples/bookstore/", import.meta.url) };
const properties = { logging: { level: "ERROR" as const } };

function start(...modules: readonly ContainerModule[]): Promise<Application> {
  return createApp(createContainer(...features(), ...modules), { ...options, properties });
}

async function ask(app: Application, query: string): Promise<void> {
  const response = await app.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query }),
    }),
  );
  const text = await response.text();
  if (text.includes('"errors"')) throw new Error(`Cannot measure ${query}: ${text}`);
}

/** Processor time of one request, in microseconds. */
async function measure(app: Application, query: string, before: () => Promise<void> | undefined): Promise<number> {
  const begin = process.cpuUsage();
  for (let i = 0; i < requests; i++) {
    await before();
    await ask(app, query);
  }
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / requests;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

await using plain = await start();
await using kept = await start(caching());
const cache = kept.container.get(ResponseCache);
const table: Record<string, Record<string, number>> = {};
for (const [name, query] of Object.entries(operations)) {
  const times = { none: [] as number[], hit: [] as number[], miss: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.none.push(await measure(plain, query, () => undefined));
    times.hit.push(await measure(kept, query, () => undefined));
    times.miss.push(await measure(kept, query, () => cache.clear()));
  }
  const [none, hit, miss] = [median(times.none), median(times.hit), median(times.miss)];
  table[name] = {
    "without µs": Math.round(none),
    "hit µs": Math.round(hit),
    "miss µs": Math.round(miss),
    "hit / without": Number((hit / none).toFixed(2)),
    "miss / without": Number((miss / none).toFixed(2)),
  };
}
console.table(table);
