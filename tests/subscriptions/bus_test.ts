import { data, t } from "@espalier/espalier";
import { Transactions } from "@espalier/espalier/data";
import { SubscriptionEndError } from "@espalier/espalier/graphql";
import { SubscriptionBusUnavailableError, topic } from "@espalier/espalier/subscriptions";
import { assert, assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import fc from "fast-check";
import { z } from "zod";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { hasNats, natsServers } from "../events/nats_server.ts";
import { brokerKinds, instance, onEveryBroker, onEveryBus, take } from "./brokers.ts";

class BookChanged {
  constructor(readonly id: string, readonly at: string, readonly copies: number) {}
}

const bookChanged = topic("books.{id}", BookChanged);
const named = topic("names.{name}.changed", t.string);

onEveryBus("a subscriber gets the events of its parameter alone, in their order, as instances", async (options) => {
  await using one = await instance(options);
  await using other = await instance(options);
  const publisher = Object.keys(options).length === 0 ? one : other;
  await using events = await one.bus.subscribe(bookChanged, { id: 7 });
  for (let copies = 0; copies < 20; copies++) {
    await publisher.bus.publish(bookChanged, { id: "8" }, new BookChanged("8", "now", copies));
    await publisher.bus.publish(bookChanged, { id: "7" }, new BookChanged("7", "now", copies));
  }
  const received = await take(events, 20);
  assert(received.every((event) => event instanceof BookChanged));
  assertEquals(received.map(({ id, copies }) => [id, copies]), Array.from({ length: 20 }, (_, i) => ["7", i]));
});

onEveryBus("a parameter is a value and no pattern: dots, wildcards, blanks, NUL, unicode", async (options) => {
  await using one = await instance(options);
  const names = ["a", "a.b", "*", ">", "", " ", "\0", "=2E", "ä", "💚", "a\r\nb", "x".repeat(5_000), "x".repeat(5_001)];
  const streams = await Promise.all(names.map((name) => one.bus.subscribe(named, { name })));
  for (const name of names) await one.bus.publish(named, { name }, name);
  for (const [i, stream] of streams.entries()) {
    await one.bus.publish(named, { name: names[i]! }, "the end");
    assertEquals(await take(stream, 2), [names[i], "the end"]);
    await stream.return();
  }
});

Deno.test("subjects of different parameters differ, and are words without wildcards", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme-composite" }), (one, other) => {
      const [first, second] = [named.subject({ name: one }), named.subject({ name: other })];
      assert(/^names\.[A-Za-z0-9_=-]+\.changed$/.test(first));
      assertEquals(first === second, one === other);
    }),
    { seed: 1, numRuns: 200 },
  );
});

onEveryBus("events of any size up to the limit arrive whole, and larger ones are refused", async (options) => {
  await using one = await instance({ ...options, maxEventCharacters: 300_000 });
  const long = topic("long", t.string);
  await using events = await one.bus.subscribe(long, {});
  const texts = [7_990, 8_000, 20_000, 250_000].flatMap((
    length,
  ) => ["x".repeat(length), "💚".repeat(length / 4), "\0é"]);
  for (const text of texts) await one.bus.publish(long, {}, text);
  assertEquals(await take(events, texts.length), texts);
  await assertRejects(
    () => one.bus.publish(long, {}, "x".repeat(300_001)),
    RangeError,
    'Cannot publish to topic "long" as an event must have 300000 characters of JSON at most: current value is 300003',
  );
});

onEveryBus("the commit of a transaction publishes its events, a rollback drops them", async (options) => {
  await using one = await instance(options, data({ url: "sqlite::memory:" }));
  const transactions = one.container.get(Transactions);
  await using events = await one.bus.subscribe(named, { name: "n" });
  const isAborted = await transactions.run(async () => {
    await one.bus.publish(named, { name: "n" }, "rolled back");
    throw new Error("no");
  }).catch(() => true);
  assertEquals(isAborted, true);
  const next = events.next();
  await transactions.run(async () => {
    await one.bus.publish(named, { name: "n" }, "first");
    await one.bus.publish(named, { name: "n" }, "second");
    const early = await Promise.race([next, one.bus.publish(named, { name: "other" }, "x").then(() => "nothing yet")]);
    assertEquals(early, "nothing yet");
  });
  assertEquals((await next).value, "first");
  assertEquals((await events.next()).value, "second");
});

onEveryBus("a subscription ends at once while it waits, and with the application", async (options) => {
  await using one = await instance(options);
  const events = await one.bus.subscribe(named, { name: "n" });
  const waiting = events.next();
  await events.return();
  assertEquals(await waiting, { done: true, value: undefined });
  const others = await one.bus.subscribe(named, { name: "n" });
  const open = others.next();
  await one.app[Symbol.asyncDispose]();
  assertEquals(await open, { done: true, value: undefined });
});

onEveryBus("a slow subscriber does not hold up fast ones", async (options) => {
  await using one = await instance({ ...options, maxQueuedEvents: 50 });
  const numbers = topic("numbers", t.int);
  await using slow = await one.bus.subscribe(numbers, {});
  const fast = await Promise.all(Array.from({ length: 5 }, () => one.bus.subscribe(numbers, {})));
  const reading = fast.map((stream) => take(stream, 200));
  for (let i = 0; i < 200; i++) await one.bus.publish(numbers, {}, i);
  const expected = Array.from({ length: 200 }, (_, i) => i);
  for (const read of reading) assertEquals(await read, expected);
  for (const stream of fast) await stream.return();
  const hasLog = options.postgres === undefined && options.redis === undefined;
  if (hasLog) return assertEquals(await take(slow, 200), expected);
  const error = await assertRejects(() => take(slow, 200), SubscriptionEndError, "must be <= 50");
  assertEquals(error.code, "SUBSCRIBER_TOO_SLOW");
  assertEquals(await slow.next(), { done: true, value: undefined });
});

onEveryBroker("a subscriber that may miss events keeps the newest", async (options) => {
  if (options.nats !== undefined) return;
  await using one = await instance({ ...options, maxQueuedEvents: 10, whenSlow: "drop-oldest" });
  const numbers = topic("numbers", t.int);
  await using slow = await one.bus.subscribe(numbers, {});
  await using fast = await one.bus.subscribe(numbers, {});
  const read = take(fast, 100);
  for (let i = 0; i < 100; i++) await one.bus.publish(numbers, {}, i);
  await read;
  assertEquals(await take(slow, 10), [90, 91, 92, 93, 94, 95, 96, 97, 98, 99]);
});

Deno.test("a subscriber that is slower than the process's log ends with an error that says what to do", async () => {
  await using one = await instance({ maxQueuedEvents: 5, memory: { maxEvents: 20 } });
  const numbers = topic("numbers", t.int);
  const slow = await one.bus.subscribe(numbers, {});
  for (let i = 0; i < 100; i++) await one.bus.publish(numbers, {}, i);
  const error = await assertRejects(() => slow.next(), SubscriptionEndError, "query the current state");
  assertEquals(error.extensions, { classification: "BAD_REQUEST", code: "RESUME_POSITION_LOST" });
});

Deno.test("events are read by their type: an event that does not have it is logged and left out", async () => {
  await using one = await instance();
  const numbers = topic("n", z.object({ value: z.number() }));
  const untyped = topic("n", t.unknown);
  await using events = await one.bus.subscribe(numbers, {});
  await one.bus.publish(untyped, {}, { value: "no number" });
  await one.bus.publish(numbers, {}, { value: 1 });
  assertEquals((await events.next()).value, { value: 1 });
  assertEquals(one.logged.filter(({ level }) => level === "ERROR").map(({ message }) => message), [
    'Cannot read an event of topic "n": subscribers miss it',
  ]);
});

Deno.test("topics and parameters that can't be used are refused with what is needed", async () => {
  await using one = await instance();
  assertThrows(() => topic("books.*", t.string), TypeError, 'such as "books.{id}": current value is "books.*"');
  assertThrows(() => topic("books..id", t.string), TypeError, "Cannot declare a topic");
  await assertRejects(
    () => one.bus.publish(named, {} as { name: string }, "x"),
    TypeError,
    'Cannot use topic "names.{name}.changed" as parameter "name" must be a text, a number or a boolean: ' +
      "current value is undefined",
  );
  await assertRejects(() => one.bus.subscribe(named, { name: "\ud800" }), TypeError, "well-formed Unicode");
  await assertRejects(() => one.bus.publish(topic("u", t.unknown), {}, undefined), TypeError, "must be a JSON value");
});

const away: readonly Parameters<typeof instance>[0][] = [
  { nats: { servers: ["127.0.0.1:1"], timeoutMs: 500 } },
  { redis: { url: "redis://127.0.0.1:1", timeoutMs: 100 } },
  { postgres: { url: "postgres://nobody@127.0.0.1:1/none", timeoutMs: 500 } },
];

for (const options of away) {
  const [name] = Object.keys(options!);
  Deno.test(`the start goes on without its broker, or fails, by option [${name}]`, async () => {
    await using one = await instance(options);
    const warned = one.logged.filter(({ level }) => level === "WARN").map(({ message }) => message);
    assert(warned.includes("Starting without the broker of subscriptions: connecting is retried"));
    await assertRejects(() => one.bus.publish(named, { name: "n" }, "x"), SubscriptionBusUnavailableError);
    const error = await assertRejects(() => one.bus.subscribe(named, { name: "n" }), SubscriptionEndError);
    assertEquals(error.code, "SUBSCRIPTION_UNAVAILABLE");
    const failed = await assertRejects(() => instance({ ...options, whenAway: "fail" }), Error);
    assertStringIncludes(failed.message, "must be");
  });
}

Deno.test("options of subscriptions() that can't be meant are refused", async () => {
  await assertRejects(
    () => instance({ memory: {}, redis: { url: "redis://x" } }),
    TypeError,
    "one broker carries the events: current value is memory, redis",
  );
  await assertRejects(() => instance({ prefix: "a.*" }), TypeError, 'option "prefix"');
  await assertRejects(
    () => instance({ postgres: {} }, data({ url: "sqlite::memory:" })),
    Error,
    "there must be a PostgreSQL database",
  );
});

Deno.test({
  name: "local subscribers of a subject share one consumer of NATS, which goes with the last of them",
  ignore: !hasNats,
  fn: async () => {
    await using broker = brokerKinds[0]!.make();
    await using one = await instance(broker.options);
    const client = await connect({ servers: [...natsServers] });
    const { streams } = await jetstreamManager(client);
    const consumers = async () => (await streams.info(broker.options.nats!.stream!)).state.consumer_count;
    const events = await Promise.all([1, 2, 3].map(() => one.bus.subscribe(named, { name: "n" })));
    await using other = await one.bus.subscribe(named, { name: "other" });
    assertEquals(await consumers(), 2);
    for (const stream of events) await stream.return();
    // A new subscription to the subject begins when the old one has ended at the broker.
    await using again = await one.bus.subscribe(named, { name: "n" });
    assertEquals(await consumers(), 2);
    await again.return();
    await other.return();
    await one.app[Symbol.asyncDispose]();
    assertEquals(await consumers(), 0);
    await client.close();
  },
});
