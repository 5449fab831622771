import { serve } from "@espalier/espalier";
import { Authentication, WebGraphQlInterceptor } from "@espalier/espalier/graphql";
import type { SubscriptionsOptions } from "@espalier/espalier/subscriptions";
import { assert, assertEquals } from "@std/assert";
import { beans } from "../graphql/graphql_app.ts";
import { RawSocket } from "../graphql/transport/raw_socket.ts";
import { brokerKinds, type Instance } from "./brokers.ts";
import { BlockReader, eventStream, stockChanged, stockInstance, type StreamedEvent } from "./stock_app.ts";

const publish = async ({ bus }: Pick<Instance, "bus">, book: string, ...copies: readonly number[]) => {
  for (const count of copies) await bus.publish(stockChanged, { book }, count);
};

const valueOf = (event: StreamedEvent | undefined) =>
  Object.values((event?.data as { data?: Record<string, number> } | undefined)?.data ?? {})[0];

const errorOf = (event: StreamedEvent | undefined) => {
  const [error] = (event?.data as { errors?: { extensions: { code: string } }[] }).errors ?? [];
  return error?.extensions.code;
};

/** Registers a test for the bus within the process and for NATS: those that keep events. */
function onEveryLog(name: string, test: (options: SubscriptionsOptions) => Promise<void>): void {
  Deno.test(`${name} [memory]`, () => test({}));
  const nats = brokerKinds.find((kind) => kind.name === "nats")!;
  Deno.test({
    name: `${name} [nats]`,
    ignore: !nats.isThere,
    fn: async () => {
      await using broker = nats.make();
      await test(broker.options);
    },
  });
}

onEveryLog("an event stream has ids, and Last-Event-ID continues after any of them", async (options) => {
  await using service = await stockInstance(options);
  await using stream = await eventStream(service.app, 'stock(book: "a")');
  const ids = [(await stream.next())!.id];
  await publish(service, "a", 1, 2, 3);
  await publish(service, "b", 100);
  for (const expected of [1, 2, 3]) {
    const event = await stream.next();
    assertEquals([event?.event, valueOf(event)], ["next", expected]);
    ids.push(event!.id);
  }
  await stream[Symbol.asyncDispose]();
  assertEquals(new Set(ids).size, 4);
  await publish(service, "a", 4);
  for (const [i, lastEventId] of ids.entries()) {
    await using resumed = await eventStream(service.app, 'stock(book: "a")', { lastEventId });
    assertEquals((await resumed.next())?.id, lastEventId);
    for (let expected = i + 1; expected <= 4; expected++) assertEquals(valueOf(await resumed.next()), expected);
  }
});

onEveryLog("another instance continues where the first one ended", async (options) => {
  if (options.nats === undefined) return;
  const one = await stockInstance(options);
  const stream = await eventStream(one.app, 'stock(book: "a")');
  await stream.next();
  await publish(one, "a", 1, 2);
  const lastEventId = (await stream.next())!.id;
  await stream[Symbol.asyncDispose]();
  await using other = await stockInstance(options);
  await publish(one, "a", 3);
  await one[Symbol.asyncDispose]();
  await using resumed = await eventStream(other.app, 'stock(book: "a")', { lastEventId });
  await resumed.next();
  assertEquals([valueOf(await resumed.next()), valueOf(await resumed.next())], [2, 3]);
});

onEveryLog("filters run again, and positions pass events that are left out", async (options) => {
  await using service = await stockInstance(options);
  await using stream = await eventStream(service.app, 'even(book: "a")');
  const lastEventId = (await stream.next())!.id;
  await publish(service, "a", 1, 2, 3, 4);
  const two = await stream.next();
  assertEquals([valueOf(two), valueOf(await stream.next())], [2, 4]);
  await using fromStart = await eventStream(service.app, 'even(book: "a")', { lastEventId });
  await fromStart.next();
  assertEquals([valueOf(await fromStart.next()), valueOf(await fromStart.next())], [2, 4]);
  await using afterTwo = await eventStream(service.app, 'even(book: "a")', { lastEventId: two!.id });
  await afterTwo.next();
  assertEquals(valueOf(await afterTwo.next()), 4);
});

onEveryLog("a subscription of several topics continues in each of them", async (options) => {
  await using service = await stockInstance(options);
  await using stream = await eventStream(service.app, 'both(books: ["a", "b"])');
  await stream.next();
  await publish(service, "a", 1, 3, 5);
  await publish(service, "b", 2, 4);
  const events = [await stream.next(), await stream.next(), await stream.next()];
  assertEquals(events.map(valueOf), [1, 2, 3]);
  await using resumed = await eventStream(service.app, 'both(books: ["a", "b"])', { lastEventId: events[2]!.id });
  await resumed.next();
  assertEquals([valueOf(await resumed.next()), valueOf(await resumed.next())], [5, 4]);
});

Deno.test("a generator that makes other events has no ids after the first position: nothing is lost", async () => {
  await using service = await stockInstance();
  await using stream = await eventStream(service.app, 'doubled(book: "a")');
  const ready = stream.next();
  const timer = setInterval(() => void publish(service, "a", 1), 10);
  const event = await ready;
  clearInterval(timer);
  assertEquals([event?.id, valueOf(event)], [undefined, 2]);
});

onEveryLog("a position opens nothing else: another topic, another client, none at all", async (options) => {
  const users = beans(({ bind }) => {
    bind(WebGraphQlInterceptor).toConstantValue({
      intercept: (request, next) => {
        const name = request.headers.get("x-user");
        const known = { grants: { name, scopes: new Set(), roles: new Set(), claims: {} } as never };
        if (name !== null) request.graphQlContext.put(Authentication, new Authentication({ name }, known));
        return next(request);
      },
    });
  });
  await using service = await stockInstance(options, users);
  const ada = { "x-user": "ada" };
  await using stream = await eventStream(service.app, 'stock(book: "a")', { headers: ada });
  const lastEventId = (await stream.next())!.id!;
  await publish(service, "a", 1);
  await publish(service, "b", 1);
  const opened = async (book: string, id: string, headers: Record<string, string>) => {
    await using resumed = await eventStream(service.app, `stock(book: "${book}")`, { lastEventId: id, headers });
    return errorOf(await resumed.next());
  };
  assertEquals(await opened("b", lastEventId, ada), "RESUME_POSITION_LOST");
  assertEquals(await opened("a", lastEventId, { "x-user": "grace" }), "RESUME_POSITION_LOST");
  assertEquals(await opened("a", lastEventId, {}), "RESUME_POSITION_LOST");
  for (const id of ["x", "W10", "bnVsbA", "=", lastEventId.slice(0, -4), "A".repeat(10_000)]) {
    const response = await opened("a", id, ada);
    assert(["INVALID_RESUME_POSITION", "RESUME_POSITION_LOST"].includes(response!), `${id} gives ${response}`);
  }
  // A position of the same topic in the future, and one before all events.
  const [version, key, position] = JSON.parse(atob(lastEventId.replaceAll("-", "+").replaceAll("_", "/")));
  const [log, sequence] = position.split(".");
  const forged = (text: string) => btoa(JSON.stringify([version, key, text])).replace(/=+$/, "");
  assertEquals(await opened("a", forged(`${log}.${Number(sequence) + 1_000}`), ada), "RESUME_POSITION_LOST");
  assertEquals(await opened("a", forged(`other.${sequence}`), ada), "RESUME_POSITION_LOST");
  assertEquals(await opened("a", forged(`${log}.-1`), ada), "RESUME_POSITION_LOST");
});

Deno.test("a position that is too old is told with what to do, and so is one of an earlier process", async () => {
  await using service = await stockInstance({ memory: { maxEvents: 10 } });
  await using stream = await eventStream(service.app, 'stock(book: "a")');
  const lastEventId = (await stream.next())!.id;
  for (let i = 0; i < 11; i++) await publish(service, "a", i);
  await using late = await eventStream(service.app, 'stock(book: "a")', { lastEventId });
  const event = await late.next();
  assertEquals(event?.data, {
    errors: [{
      message: "Cannot continue the subscription as events after its position must still be kept: they are not. " +
        "Subscribe without a position and query the current state",
      locations: [{ line: 1, column: 16 }],
      path: ["stock"],
      extensions: { classification: "BAD_REQUEST", code: "RESUME_POSITION_LOST" },
    }],
  });
  await using restarted = await stockInstance();
  await using other = await eventStream(restarted.app, 'stock(book: "a")', { lastEventId });
  assertEquals(errorOf(await other.next()), "RESUME_POSITION_LOST");
});

onEveryLog("a stream of positions in the extensions begins with one, on event streams and sockets", async (options) => {
  await using service = await stockInstance(options);
  const server = await serve(service.app, { port: 0, quiet: true });
  await using socket = new RawSocket(`ws://127.0.0.1:${server.port}/graphql`);
  await socket.init();
  const subscribe = (id: string, resume: unknown) =>
    socket.send({
      type: "subscribe",
      id,
      payload: { query: 'subscription { stock(book: "a") }', extensions: { resume } },
    });
  const next = async () => {
    const { type, payload } = await socket.next() as {
      type: string;
      payload: { data?: unknown; extensions?: { resume: string } };
    };
    return { type, data: payload?.data, resume: payload?.extensions?.resume };
  };
  await subscribe("1", true);
  const begin = await next();
  assertEquals([begin.type, begin.data], ["next", undefined]);
  await publish(service, "a", 1, 2);
  const [one, two] = [await next(), await next()];
  assertEquals([one.data, two.data], [{ stock: 1 }, { stock: 2 }]);
  await subscribe("2", one.resume);
  assertEquals((await next()).resume, one.resume);
  assertEquals(await next(), two);
  await subscribe("3", 7);
  const refused = await socket.next() as { type: string; payload: { extensions: { code: string } }[] };
  assertEquals([refused.type, refused.payload[0]?.extensions.code], ["error", "INVALID_RESUME_POSITION"]);
  await using stream = await eventStream(service.app, 'stock(book: "a")', { extensions: { resume: begin.resume } });
  assertEquals((await stream.next())?.id, begin.resume);
  assertEquals((await stream.next())?.data, { extensions: { resume: begin.resume } });
  assertEquals((await stream.next())?.data, { data: { stock: 1 }, extensions: { resume: one.resume } });
  await stream[Symbol.asyncDispose]();
  const stopped = server.stop();
  const closed = await socket.closed;
  assertEquals(closed.code, 1012);
  assert(/^Service restart: reconnect after \d{1,4} ms$/.test(closed.reason), closed.reason);
  await stopped;
});

Deno.test("clients that don't ask get results as before, and a stop without positions stays as it was", async () => {
  await using service = await stockInstance();
  const server = await serve(service.app, { port: 0, quiet: true });
  await using socket = new RawSocket(`ws://127.0.0.1:${server.port}/graphql`);
  await socket.init();
  await socket.subscribe("1", 'subscription { stock(book: "a") }');
  const received = socket.next();
  const timer = setInterval(() => void publish(service, "a", 1), 10);
  assertEquals(await received, { type: "next", id: "1", payload: { data: { stock: 1 } } });
  clearInterval(timer);
  const stopped = server.stop();
  assertEquals(await socket.closed, { code: 1001, reason: "Going away" });
  await stopped;
});

Deno.test("a stopping service ends event streams so that their clients connect again, at different times", async () => {
  const service = await stockInstance();
  const server = await serve(service.app, { port: 0, quiet: true });
  const url = `http://127.0.0.1:${server.port}/graphql?query=${
    encodeURIComponent('subscription { stock(book: "a") }')
  }`;
  const streams = await Promise.all(
    Array.from(
      { length: 20 },
      async () => new BlockReader(await fetch(url, { headers: { accept: "text/event-stream" } })),
    ),
  );
  for (const stream of streams) assert((await stream.next())?.id !== undefined);
  const stopped = server.stop();
  const delays = new Set<number>();
  for (const stream of streams) {
    const { retry } = (await stream.next())!;
    delays.add(Number(retry));
    assertEquals(await stream.next(), undefined);
  }
  assert([...delays].every((delay) => delay >= 1 && delay <= 5_000));
  assert(delays.size > 10, `${delays.size} different delays of 20`);
  await stopped;
});
