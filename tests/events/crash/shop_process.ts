/**
 * A process that places orders as fast as it can, until it is killed; with `drain` it only finishes what others left.
 * Arguments: the options of `data()` as JSON, then `place` or `drain`.
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

const [options, mode] = Deno.args;

/** A few turns of the event loop, so that a kill may come at any of many places. */
async function think(): Promise<void> {
  for (let turn = Math.random() * 4; turn > 0; turn--) await new Promise((resolve) => setTimeout(resolve, 0));
}

const shipping = new ContainerModule(({ bind }) => {
  bind(ApplicationListener).toResolvedValue((database) =>
    listenAfterCommit(OrderPlaced, async ({ orderId }) => {
      await think();
      await database.execute(`insert into shipped values ('${orderId}')`);
      await think();
    }, { id: "shipping" }), [Database]);
  bind(ApplicationListener).toResolvedValue((database) =>
    listenAfterCommit(OrderPlaced, async ({ orderId }) => {
      await database.execute(`insert into mailed values ('${orderId}')`);
      await think();
    }, { id: "mailing", transaction: "none" }), [Database]);
});

const container = createContainer(
  data(JSON.parse(options!)),
  eventPublications({ batchSize: 10, leaseMs: 300, checkIntervalMs: 20, retryDelayMs: 1, maxAttempts: 1_000 }),
  shipping,
);
await using _app = await createApp(container, { properties: { logging: { level: "ERROR" } } });
const database = container.get(Database);
console.log("ready");

/** Bursts of one to thirty events: more than an instance holds at once. */
async function place(): Promise<void> {
  await container.get(Transactions).run(async () => {
    for (let left = 1 + Math.floor(Math.random() ** 3 * 30); left > 0; left--) {
      const orderId = crypto.randomUUID();
      await database.execute(`insert into placed values ('${orderId}')`);
      await container.get(ApplicationEvents).publish(new OrderPlaced(orderId));
    }
    await think();
  });
}

if (mode === "place") { for (;;) await place(); }
for (;;) {
  const { COMPLETED: _, ...open } = await container.get(EventPublications).counts();
  if (Object.keys(open).length === 0) break;
  await think();
}
