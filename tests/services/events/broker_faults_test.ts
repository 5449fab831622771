import { ContainerModule, createApp, createContainer, data, LogSink } from "@espalier/espalier";
import { Transactions } from "@espalier/espalier/data";
import {
  ApplicationEvents,
  EventPublications,
  eventPublications,
  type EventTransport,
  externalization,
  Externalized,
  natsJetStream,
  rabbitMq,
} from "@espalier/espalier/modulith";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { assert, assertEquals } from "@std/assert";
import { Connection } from "rabbitmq-client";
import { until } from "../../events/publishing_shop.ts";
import { onEverySqlStore } from "../../events/sql_stores.ts";
import { times } from "../../long.ts";
import { BrokerProcess, exists, nats, natsServer, rabbit, rabbitServer } from "./broker_process.ts";

@Externalized("orders.placed::#{orderId}")
class OrderPlaced {
  constructor(readonly orderId: string) {}
}

interface Broker {
  readonly name: string;
  readonly server: string;
  readonly command: typeof nats;
  transport(port: number): EventTransport;
  /** The ids of the orders that the broker has. */
  received(port: number): Promise<string[]>;
}

const brokers: readonly Broker[] = [{
  name: "NATS",
  server: natsServer,
  command: nats,
  transport: (port) =>
    natsJetStream({
      servers: [`127.0.0.1:${port}`],
      stream: { name: "orders", subjects: ["orders.>"] },
      timeoutMs: 500,
      connection: { reconnectTimeWait: 100 },
    }),
  async received(port) {
    const client = await connect({ servers: [`127.0.0.1:${port}`] });
    const { state } = await (await jetstreamManager(client)).streams.info("orders");
    const consumer = await jetstream(client).consumers.get("orders");
    const ids: string[] = [];
    const messages = await consumer.fetch({ max_messages: state.messages, expires: 5_000 });
    for await (const message of messages) ids.push(message.json<{ orderId: string }>().orderId);
    await client.close();
    return ids;
  },
}, {
  name: "RabbitMQ",
  server: rabbitServer,
  command: rabbit,
  transport: (port) =>
    rabbitMq({
      url: `amqp://guest:guest@127.0.0.1:${port}`,
      exchange: "orders",
      exchangeType: "topic",
      queues: [{ name: "orders", routingKey: "orders.*" }],
      timeoutMs: 500,
      connection: { retryLow: 100, retryHigh: 500 },
    }),
  async received(port) {
    const client = new Connection(`amqp://guest:guest@127.0.0.1:${port}`);
    const ids: string[] = [];
    for (;;) {
      const message = await client.basicGet({ queue: "orders", noAck: true });
      if (message === undefined) break;
      ids.push((message.body as { orderId: string }).orderId);
    }
    await client.close();
    return ids;
  },
}];

for (const { name, server, command, transport, received } of brokers) {
  if (!exists(server)) {
    Deno.test({ name: `B4.1 ${name} is stopped and started: nothing is lost`, ignore: true, fn() {} });
    continue;
  }
  onEverySqlStore(
    `B4.1 ${name} is stopped and started while events are published: nothing is lost`,
    async (database) => {
      await using broker = await BrokerProcess.of(command);
      let waits = 0;
      const container = createContainer(
        data(database.options),
        eventPublications({ maxAttempts: 3, retryDelayMs: 10 }),
        externalization(transport(broker.port)),
        new ContainerModule(({ bind }) => {
          bind(LogSink).toConstantValue(({ message }) => void (message.endsWith("waits") && waits++));
        }),
      );
      await using app = await createApp(container, { properties: { logging: { level: "WARN" } } });
      const publications = app.container.get(EventPublications);
      const published: string[] = [];
      const publish = async (count: number) => {
        await container.get(Transactions).run(async () => {
          for (let at = 0; at < count; at++) {
            const orderId = `o-${published.length}`;
            published.push(orderId);
            await container.get(ApplicationEvents).publish(new OrderPlaced(orderId));
          }
        });
      };
      for (let round = 0; round < times(1, 5); round++) {
        await publish(100);
        await broker.stop();
        waits = 0;
        await publish(100);
        // The broker was tried, and tried again after a pause.
        await until(() => Promise.resolve(waits), (count) => count >= 3);
        assert((await publications.backlog()).counts.ABANDONED === undefined);
        await broker.start();
        await until(() => publications.backlog(), ({ counts }) => Object.keys(counts).length === 0);
      }
      const ids = await received(broker.port);
      assertEquals([...new Set(ids)].sort(), published.toSorted());
      console.log(`${name}: ${published.length} published, ${ids.length} received`);
    },
  );
}
