import { assertEquals } from "@std/assert";
import type { WebGraphQlInterceptor } from "@espalier/espalier/graphql";
import { Broadcast } from "./broadcast.ts";
import type { GraphQlAppOptions } from "./graphql_app.ts";
import { RawSocket } from "./raw_socket.ts";
import { ServedApp } from "./served_app.ts";
import { EventReader } from "./sse_events.ts";

const schema = `
  type Query { unused: String }
  type Subscription { price(market: String): Price }
  type Price { cents: Int!, note: String, owner: String, parts: [Price!], sure: Int! }
`;

/** An event that counts how often it is read. */
class Price {
  reads = 0;
  #cents: number;

  constructor(cents: number) {
    this.#cents = cents;
  }

  get cents(): number {
    this.reads++;
    return this.#cents;
  }
}

type Served = Pick<GraphQlAppOptions, "interceptors" | "wiring" | "logs">;

async function served(prices: Broadcast<unknown>, { wiring, ...options }: Served = {}) {
  return await ServedApp.start({
    schema,
    ...options,
    wiring: (builder) => {
      builder.type("Subscription", (type) => type.dataFetcher("price", () => prices.follow()));
      wiring?.(builder);
    },
  });
}

/** A client with one subscription that is running when this returns. */
async function subscribed(app: ServedApp, id: string, query: string, variables?: object): Promise<RawSocket> {
  const socket = new RawSocket(app.webSocketUrl);
  await socket.init();
  await socket.send({ id, type: "subscribe", payload: { query, variables } });
  // Messages are handled in order, and the source is asked for its first event as soon as it is open.
  await socket.send({ type: "ping" });
  await socket.next();
  return socket;
}

/** Ends the source, and waits until each client has heard of it. */
async function ended(prices: Broadcast<unknown>, sockets: readonly RawSocket[]): Promise<void> {
  prices.end();
  for (const socket of sockets) assertEquals((await socket.next() as { type: string }).type, "complete");
}

async function several<T>(count: number, make: (i: number) => Promise<T>): Promise<T[]> {
  return await Promise.all(Array.from({ length: count }, (_, i) => make(i)));
}

Deno.test("S1 subscriptions of the same operation and variables read an event once, whatever their transport", async () => {
  const prices = new Broadcast<unknown>();
  await using app = await served(prices);
  await using stack = new AsyncDisposableStack();
  const query = "subscription ($market: String) { price(market: $market) { cents } }";
  const sockets = await several(4, async (i) => stack.use(await subscribed(app, `id"${i}`, query, { market: "A" })));
  const others = await several(2, async (i) => stack.use(await subscribed(app, `${i}`, query, { market: "B" })));
  const streams = await several(2, async () => {
    const response = await fetch(app.url, {
      method: "POST",
      headers: { accept: "text/event-stream", "content-type": "application/json" },
      body: JSON.stringify({ query, variables: { market: "A" } }),
    });
    return stack.use(new EventReader(response));
  });

  const events = [new Price(1), new Price(2)];
  const data = events.map((_, i) => ({ data: { price: { cents: i + 1 } } }));
  for (const event of events) prices.publish(event);

  for (const [i, socket] of sockets.entries()) {
    for (const payload of data) assertEquals(await socket.next(), { id: `id"${i}`, type: "next", payload });
  }
  for (const [i, socket] of others.entries()) {
    for (const payload of data) assertEquals(await socket.next(), { id: `${i}`, type: "next", payload });
  }
  for (const stream of streams) {
    for (const payload of data) assertEquals(await stream.next(), { event: "next", data: payload });
  }
  assertEquals(events.map(({ reads }) => reads), [2, 2], "once for each market");
  await ended(prices, [...sockets, ...others]);
});

Deno.test("S1 S6 code of the service runs for each subscription, and errors are made and logged for each", async () => {
  const prices = new Broadcast<unknown>();
  const owners: unknown[] = [];
  const logged: string[] = [];
  await using app = await served(prices, {
    logs: { warn: (message) => void logged.push(message) },
    wiring: (builder) =>
      builder.type("Price", (type) =>
        type.dataFetcher("owner", () => {
          owners.push(1);
          return `owner ${owners.length}`;
        })),
  });
  await using stack = new AsyncDisposableStack();
  const ofCode = "subscription { price { owner } }";
  const ofErrors = "subscription { price { sure } }";
  const ofCaller = "subscription { price { note } }";
  const first = await several(3, async () => stack.use(await subscribed(app, "1", ofCode)));
  const second = await several(2, async () => stack.use(await subscribed(app, "2", ofErrors)));
  const third = await several(2, async () => stack.use(await subscribed(app, "3", ofCaller)));
  const readers: unknown[] = [];
  prices.publish({
    note: (_: unknown, request: { readonly executionId: string }) => {
      readers.push(request.executionId);
      return "own";
    },
  });

  const seen = [];
  for (const socket of first) seen.push((await socket.next() as Message).payload.data);
  assertEquals(seen.map((data) => JSON.stringify(data)).sort(), [
    '{"price":{"owner":"owner 1"}}',
    '{"price":{"owner":"owner 2"}}',
    '{"price":{"owner":"owner 3"}}',
  ]);
  for (const socket of second) {
    const { payload } = await socket.next() as Message;
    assertEquals(payload.data, { price: null });
    assertEquals(payload.errors?.length, 1);
  }
  for (const socket of third) await socket.next();
  assertEquals(readers.length, 2, "a method that reads the request runs for each");
  await ended(prices, [...first, ...second, ...third]);
});

interface Message {
  readonly payload: { readonly data: unknown; readonly errors?: readonly unknown[] };
}

/** Takes the stream apart, as an interceptor does that changes results: then nothing is shared. */
const rewriting: WebGraphQlInterceptor = {
  intercept: async (request, next) => {
    const response = await next(request);
    const { stream } = response;
    if (stream === undefined) return response;
    return response.transform({
      stream: (async function* () {
        for await (const result of stream) yield result;
      })(),
    });
  },
};

Deno.test("S1 shared results are those of executions that share nothing: events that change, repeat, fail, are no objects", async () => {
  const queries = [
    "subscription { price { cents note } }",
    "subscription { price { note cents parts { cents } } }",
    "subscription { price { sure } }",
    "subscription { a: price { __typename cents } }",
  ];
  for (let seed = 1; seed <= 12; seed++) {
    const outcomes = [];
    for (const interceptors of [[], [rewriting]]) outcomes.push(await outcomeOf(queries, seed, interceptors));
    assertEquals(outcomes[0], outcomes[1], `seed ${seed}`);
  }
});

/** What six clients receive of 20 random events, some of them in one turn. */
async function outcomeOf(queries: readonly string[], seed: number, interceptors: readonly WebGraphQlInterceptor[]) {
  const random = randomOf(seed);
  const prices = new Broadcast<unknown>();
  await using app = await served(prices, { interceptors });
  await using stack = new AsyncDisposableStack();
  const sockets = await several(6, async (i) => stack.use(await subscribed(app, `${i}`, queries[i % queries.length]!)));
  const changing = { cents: 0, note: "", sure: 1, parts: [{ cents: 1 }] };
  const values: readonly (() => unknown)[] = [
    () => Object.assign(changing, { cents: random(100), note: `note ${random(3)}` }),
    () => null,
    () => "text",
    () => ({ cents: "no number", note: random(9), parts: null, sure: null }),
    () => new Error("An event"),
    () => ({ cents: () => Promise.resolve(random(1) + 7), note: null, sure: 2, parts: [{ cents: 3 }, null] }),
    () => Object.freeze({ cents: random(5), note: "frozen", sure: 3, parts: [] }),
  ];
  const received: unknown[][] = sockets.map(() => []);
  for (let event = 0; event < 20; event++) {
    prices.publish(values[random(values.length)]!());
    for (const [i, socket] of sockets.entries()) received[i]!.push(await socket.next());
  }
  await ended(prices, sockets);
  return received;
}

function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => (state = state * 48_271 % 2_147_483_647) % below;
}

Deno.test("S1 an event that comes again in one turn is read again", async () => {
  const event = { cents: 1 };
  const gate = Promise.withResolvers<void>();
  await using app = await ServedApp.start({
    schema,
    wiring: (builder) =>
      builder.type("Subscription", (type) =>
        type.dataFetcher("price", async function* () {
          await gate.promise;
          event.cents = 1;
          yield event;
          event.cents = 2;
          yield event;
        })),
  });
  await using stack = new AsyncDisposableStack();
  const query = "subscription { price { cents } }";
  const sockets = await several(3, async () => stack.use(await subscribed(app, "1", query)));
  gate.resolve();
  for (const socket of sockets) {
    assertEquals(await socket.next(), { id: "1", type: "next", payload: { data: { price: { cents: 1 } } } });
    assertEquals(await socket.next(), { id: "1", type: "next", payload: { data: { price: { cents: 2 } } } });
    assertEquals(await socket.next(), { id: "1", type: "complete" });
  }
});
