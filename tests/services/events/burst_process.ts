/**
 * An instance of a service: publishes bursts and answers reads. Arguments: the options of `data()` as JSON. Reads a line
 * per command from its input: `publish <count>` and `stop`; says `ready`, then a line per command.
 */
import { ContainerModule, createApp, createContainer, data } from "@espalier/espalier";
import { Database, Transactions } from "@espalier/espalier/data";
import {
  ApplicationEvents,
  ApplicationListener,
  EventPublications,
  eventPublications,
  listenAfterCommit,
} from "@espalier/espalier/modulith";

class OrderPlaced {
  constructor(readonly orderId: string) {}
}

const shipping = new ContainerModule(({ bind }) => {
  bind(ApplicationListener).toResolvedValue((database) =>
    listenAfterCommit(OrderPlaced, async ({ orderId }) => {
      await database.execute(`insert into shipped values ('${orderId}', '${Deno.pid}')`);
    }, { id: "shipping" }), [Database]);
});
const container = createContainer(
  data(JSON.parse(Deno.args[0]!)),
  eventPublications({ checkIntervalMs: 500 }),
  shipping,
);
await using _app = await createApp(container, { properties: { logging: { level: "WARN" } } });
const database = container.get(Database);
const publications = container.get(EventPublications);

async function publish(count: number): Promise<void> {
  await container.get(Transactions).run(async () => {
    for (let at = 0; at < count; at++) {
      await container.get(ApplicationEvents).publish(new OrderPlaced(`${Deno.pid}-${at}`));
    }
  });
}

/** How long statements of requests took, in milliseconds. */
interface Times {
  readonly reads: number[];
  readonly writes: number[];
  readonly requests: number[];
}

/** Times of requests that read a row and write one, one after another. */
async function measure(until: () => Promise<boolean>): Promise<Times> {
  const times: Times = { reads: [], writes: [], requests: [] };
  do {
    for (let at = 0; at < 50; at++) {
      const began = performance.now();
      await database.execute("select count(*) from pages where page = '1'");
      const isRead = performance.now();
      await database.execute("insert into visits values ('some')");
      const isWritten = performance.now();
      times.reads.push(isRead - began);
      times.writes.push(isWritten - isRead);
      times.requests.push(isWritten - began);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  } while (!await until());
  return times;
}

async function isDone(): Promise<boolean> {
  const { counts } = await publications.backlog();
  return Object.keys(counts).length === 0;
}

function report(kind: string, { reads, writes, requests }: Times): void {
  const at = (times: number[], part: number) => times.sort((a, b) => a - b)[Math.floor(times.length * part)];
  const ofAll = { p50: at(requests, 0.5), p99: at(requests, 0.99), max: requests.at(-1) };
  console.log(
    JSON.stringify({ kind, count: requests.length, ...ofAll, reads: at(reads, 0.99), writes: at(writes, 0.99) }),
  );
}

console.log("ready");
const lines = Deno.stdin.readable.pipeThrough(new TextDecoderStream());
for await (const line of lines) {
  const [command, count] = line.trim().split(" ");
  if (command === "stop") break;
  if (command === "quiet") {
    let rounds = 0;
    report("quiet", await measure(() => Promise.resolve(++rounds === Number(count))));
  }
  if (command === "publish") {
    await publish(Number(count));
    const began = performance.now();
    report("burst", await measure(isDone));
    console.error(`delivered in ${Math.round(performance.now() - began)} ms`);
  }
  if (command === "wait") report("burst", await measure(isDone));
}
