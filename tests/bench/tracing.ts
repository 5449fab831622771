/**
 * The price of tracing: `deno task bench:tracing`.
 *
 * First a call from outside of a bean's module, beside the call itself. Then the processor time of requests to four
 * applications that differ only in tracing: none, switched off, on but not sampled, sampled. The applications take turns
 * in one process; a ratio is the median over the rounds of the ratio to the application without tracing. It shall be at most
 * 1.1 where nothing is sampled, and at most 2 where all requests are.
 */
import process from "node:process";
import {
  type Application,
  ContainerModule,
  ContainerPreparation,
  createApp,
  createContainer,
  InstalledModule,
  ModuleCallInterceptor,
} from "@espalier/espalier";
import { interceptModuleCalls } from "@espalier/espalier/modulith";
import { traces, tracing } from "@espalier/espalier/observability";
import { features } from "../../examples/bookstore/features.ts";

class Counter {
  #count = 0;
  add(n: number): number {
    return this.#count += n;
  }
}

async function interceptedCounter(): Promise<Counter> {
  const module: ContainerModule = new ContainerModule(({ bind }) => {
    bind(InstalledModule).toConstantValue({ identifier: "m", displayName: "M", containerModule: module.id });
    bind(Counter).toSelf();
    bind(ContainerPreparation).toConstantValue({ name: "intercept", prepare: interceptModuleCalls });
    bind(ModuleCallInterceptor).toConstantValue({ intercept: (_, proceed) => proceed() });
  });
  return (await createApp(createContainer(module))).container.get(Counter);
}

function nanosecondsPerCall(counter: Counter): number {
  const calls = 200_000;
  const start = performance.now();
  for (let n = 0; n < calls; n++) counter.add(n);
  return (performance.now() - start) / calls * 1e6;
}

async function compareCalls(): Promise<void> {
  const [plain, intercepted] = [new Counter(), await interceptedCounter()];
  for (let round = 0; round < 3; round++) {
    const [a, b] = [nanosecondsPerCall(plain), nanosecondsPerCall(intercepted)];
    console.log(`call: ${a.toFixed(1)} ns, from outside of the module: ${b.toFixed(1)} ns`);
  }
}

const root = new URL("../../examples/bookstore/main.ts", import.meta.url);

function bookstore(tracingProperties: object | undefined): Promise<Application> {
  // Sampled spans go where the page of the last traces takes them from: into memory.
  const more = tracingProperties === undefined ? [] : [tracing(), traces({ always: true })];
  return createApp(createContainer(...features(), ...more), {
    root,
    properties: { logging: { level: "OFF" }, ...(tracingProperties && { tracing: tracingProperties }) },
  });
}

const requests: Readonly<Record<string, string>> = {
  "one field": `{ __typename }`,
  "a book and its author": `{ book(id: "pg1342") { title author { name } } }`,
  "a search with authors": `{ search(text: "the") { __typename ... on Book { title author { name } } } }`,
};

async function send(app: Application, query: string, count: number): Promise<void> {
  const body = JSON.stringify({ query });
  for (let n = 0; n < count; n++) {
    const headers = { "content-type": "application/json" };
    const response = await app.fetch(new Request("http://localhost/graphql", { method: "POST", headers, body }));
    const answer = await response.text();
    if (answer.includes('"errors"')) throw new Error(`Cannot measure a request that fails: ${answer}`);
  }
}

async function processorTime(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

const limits: Readonly<Record<string, number>> = { "not sampled": 1.1, sampled: 2 };

function limitOf(name: string): string {
  return name in limits ? ` (limit ${limits[name]})` : "";
}

async function compareRequests(): Promise<void> {
  const apps: Readonly<Record<string, Application>> = {
    "no tracing": await bookstore(undefined),
    "switched off": await bookstore({ enabled: false }),
    "not sampled": await bookstore({ sampleRatio: 0 }),
    "sampled": await bookstore({ sampleRatio: 1 }),
  };
  for (const [title, query] of Object.entries(requests)) {
    const times = new Map<string, number[]>(Object.keys(apps).map((name) => [name, []]));
    const count = 300;
    for (let round = -3; round < 25; round++) {
      // Who comes first changes, so that nobody always pays for what the one before left behind.
      const order = Object.entries(apps);
      for (const [name, app] of [...order.slice(round & 3), ...order.slice(0, round & 3)]) {
        const time = await processorTime(() => send(app, query, count));
        if (round >= 0) times.get(name)!.push(time / count);
      }
    }
    const base = times.get("no tracing")!;
    for (const [name, values] of times) {
      const ratio = median(values.map((value, at) => value / base[at]!));
      console.log(
        `${title}, ${name}: ${median(values).toFixed(0)} µs processor time, ratio ${ratio.toFixed(2)}${limitOf(name)}`,
      );
    }
  }
  for (const app of Object.values(apps)) await app[Symbol.asyncDispose]();
}

await compareCalls();
await compareRequests();
