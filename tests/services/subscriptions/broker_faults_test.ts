import { t } from "@espalier/espalier";
import { SubscriptionEndError } from "@espalier/espalier/graphql";
import { SubscriptionBusUnavailableError, type SubscriptionsOptions, topic } from "@espalier/espalier/subscriptions";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { instance, take } from "../../subscriptions/brokers.ts";
import { hasPrograms, PostgresServer } from "../data/postgres_server.ts";
import { BrokerProcess, exists, nats, natsServer } from "../events/broker_process.ts";
import { hasRedis, RedisServer } from "../security/redis_server.ts";

const numbers = topic("numbers.{name}", t.int);

/** Publishes again until the broker takes the event. */
async function publishAgain(publish: () => Promise<void>): Promise<void> {
  for (;;) {
    const error = await publish().then(() => undefined, (failure) => failure);
    if (error === undefined) return;
    assert(error instanceof SubscriptionBusUnavailableError, String(error?.stack));
  }
}

Deno.test({
  name: "subscribers of two instances get each event in order while NATS is killed and restarted",
  ignore: !exists(natsServer),
  fn: async () => {
    await using server = await BrokerProcess.of(nats);
    const servers = [`127.0.0.1:${server.port}`];
    const options = { nats: { servers, timeoutMs: 1_000, connection: { reconnectTimeWait: 50 } } };
    await using one = await instance(options);
    await using other = await instance(options);
    const streams = await Promise.all(
      [one, other].flatMap(({ bus }) => ["a", "b"].map((name) => bus.subscribe(numbers, { name }))),
    );
    const count = 60;
    const reading = streams.map((stream) => take(stream, count));
    for (let i = 0; i < count; i++) {
      for (const name of ["a", "b"]) await publishAgain(() => one.bus.publish(numbers, { name }, i));
      if (i % 20 !== 10) continue;
      await server.stop();
      await server.start();
    }
    for (const read of reading) assertEquals(await read, Array.from({ length: count }, (_, i) => i));
    for (const stream of streams) await stream.return();
    // Once now and then: each instance has two subscriptions, and NATS was away twice.
    for (const { logged } of [one, other]) {
      assert(logged.filter(({ level }) => level === "WARN").length <= 4, JSON.stringify(logged));
    }
  },
});

/** A server that takes connections, and has no JetStream: as one is that is starting. */
function natsWithoutJetStream({ port }: { port: number }): Deno.Command {
  return new Deno.Command(natsServer, {
    args: ["-a", "127.0.0.1", "-p", `${port}`],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  });
}

Deno.test({
  name: "26.2 while NATS is there and its JetStream is not, subscribers and publishers are told that it is away",
  ignore: !exists(natsServer),
  fn: async () => {
    await using server = await BrokerProcess.of(natsWithoutJetStream);
    await using one = await instance({ nats: { servers: [`127.0.0.1:${server.port}`], timeoutMs: 1_000 } });
    const refused = await assertRejects(() => one.bus.subscribe(numbers, { name: "a" }), SubscriptionEndError);
    assertEquals(refused.code, "SUBSCRIPTION_UNAVAILABLE");
    await assertRejects(() => one.bus.publish(numbers, { name: "a" }, 1), SubscriptionBusUnavailableError);
  },
});

Deno.test({
  name: "a subscriber that lags behind reads the rest when NATS is back",
  ignore: !exists(natsServer),
  fn: async () => {
    await using server = await BrokerProcess.of(nats);
    const servers = [`127.0.0.1:${server.port}`];
    const connection = { reconnectTimeWait: 50 };
    await using one = await instance({ maxQueuedEvents: 3, nats: { servers, timeoutMs: 300, connection } });
    const slow = await one.bus.subscribe(numbers, { name: "a" });
    await using fast = await one.bus.subscribe(numbers, { name: "a" });
    const read = take(fast, 250);
    for (let i = 0; i < 250; i++) await one.bus.publish(numbers, { name: "a" }, i);
    await read;
    await server.stop();
    const reading = take(slow, 251);
    // Away for longer than a request waits.
    await new Promise((resolve) => setTimeout(resolve, 700));
    await server.start();
    await publishAgain(() => one.bus.publish(numbers, { name: "a" }, 250));
    assertEquals(await reading, Array.from({ length: 251 }, (_, i) => i));
    await slow.return();
  },
});

Deno.test({
  name: "subscribers are told when NATS comes back without its stream, and new ones get events",
  ignore: !exists(natsServer),
  fn: async () => {
    await using server = await BrokerProcess.of(nats);
    const servers = [`127.0.0.1:${server.port}`];
    const options = { servers, timeoutMs: 500, storage: "memory", connection: { reconnectTimeWait: 50 } } as const;
    await using one = await instance({ nats: options });
    const told = await one.bus.subscribe(numbers, { name: "a" });
    await one.bus.publish(numbers, { name: "a" }, 1);
    assertEquals((await told.next()).value, 1);
    const ended = told.next().then(() => undefined, (error) => error);
    await server.stop();
    await server.start();
    const error = await ended;
    assert(error instanceof SubscriptionEndError, String(error));
    assertEquals(error.code, "RESUME_POSITION_LOST");
    await using again = await one.bus.subscribe(numbers, { name: "a" });
    await publishAgain(() => one.bus.publish(numbers, { name: "a" }, 2));
    assertEquals((await again.next()).value, 2);
  },
});

interface Server extends AsyncDisposable {
  readonly options: SubscriptionsOptions;
  restart(): Promise<void>;
}

async function redis(): Promise<Server> {
  const server = await new RedisServer().start();
  return {
    options: { redis: { url: server.url } },
    restart: async () => {
      await server.stop();
      await server.start();
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function postgres(): Promise<Server> {
  const server = await PostgresServer.create();
  return {
    options: { postgres: { url: server.url } },
    restart: async () => {
      await server.stop("immediate");
      await server.start();
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const servers = [{ name: "redis", ignore: !hasRedis, start: redis }, {
  name: "postgres",
  ignore: !hasPrograms,
  start: postgres,
}];

for (const { name, ignore, start } of servers) {
  Deno.test({
    name: `subscribers are told when the broker was away, and new ones get events again [${name}]`,
    ignore,
    fn: async () => {
      await using server = await start();
      await using one = await instance(server.options);
      await using other = await instance({ ...server.options, whenInterrupted: "continue" });
      const told = await one.bus.subscribe(numbers, { name: "a" });
      await using continued = await other.bus.subscribe(numbers, { name: "a" });
      await one.bus.publish(numbers, { name: "a" }, 1);
      assertEquals([await told.next(), await continued.next()].map(({ value }) => value), [1, 1]);
      const ended = told.next().then(() => undefined, (error) => error);
      await server.restart();
      const error = await ended;
      assert(error instanceof SubscriptionEndError, String(error));
      assertEquals(error.code, "SUBSCRIPTION_INTERRUPTED");
      await using again = await one.bus.subscribe(numbers, { name: "a" });
      // The other instance connects on its own time; events that came before are lost, as promised.
      const seen = continued.next();
      const timer = setInterval(() => void publishAgain(() => one.bus.publish(numbers, { name: "a" }, 2)), 100);
      assertEquals((await seen).value, 2);
      clearInterval(timer);
      assertEquals((await again.next()).value, 2);
    },
  });
}
