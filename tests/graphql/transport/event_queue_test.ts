import { assert, assertEquals } from "@std/assert";
import { Observable } from "rxjs";
import { graphQlApp, post } from "./graphql_app.ts";
import { ServedApp } from "./served_app.ts";
import { eventsOf } from "./sse_events.ts";

const schema = "type Query { unused: String } type Subscription { hot: String }";

const accept = { accept: "text/event-stream" };

/** A source that sends whether or not anybody reads. */
class HotSource {
  /** How many events were sent. */
  sent = 0;
  readonly left = Promise.withResolvers<void>();
  readonly events = new Observable<string>((subscriber) => {
    const send = () => {
      for (let i = 0; i < 100; i++) subscriber.next(`${this.sent++} `.padEnd(1_000, "x"));
      if (!subscriber.closed) timer = setTimeout(send);
    };
    let timer = setTimeout(send);
    return () => {
      clearTimeout(timer);
      this.left.resolve();
    };
  });
}

/** A masked text frame, as clients send them. */
function frame(text: string): Uint8Array<ArrayBuffer> {
  const payload = new TextEncoder().encode(text);
  assert(payload.length < 126);
  // A mask of zeros leaves the payload as it is.
  return new Uint8Array([0x81, 0x80 | payload.length, 0, 0, 0, 0, ...payload]);
}

const head = "GET /graphql?query=subscription%7Bhot%7D HTTP/1.1\r\nhost: a\r\n";

const handshake = "GET /graphql HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: Upgrade\r\n" +
  "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
  "sec-websocket-protocol: graphql-transport-ws\r\n\r\n";

const clients: Record<string, (connection: Deno.Conn) => Promise<void>> = {
  "an event stream": async (connection) => {
    await connection.write(new TextEncoder().encode(`${head}accept: text/event-stream\r\n\r\n`));
  },
  "a WebSocket": async (connection) => {
    await connection.write(new TextEncoder().encode(handshake));
    await connection.read(new Uint8Array(1_000));
    await connection.write(frame('{"type":"connection_init"}'));
    await connection.read(new Uint8Array(1_000));
    await connection.write(frame('{"type":"subscribe","id":"1","payload":{"query":"subscription {hot}"}}'));
  },
};

for (const [transport, subscribe] of Object.entries(clients)) {
  Deno.test(`a hot observable is left when ${transport} is not read and too many events wait`, async () => {
    const source = new HotSource();
    await using served = await ServedApp.start({
      schema,
      // Nothing but the number of events may end the subscription.
      properties: { graphql: { sendBufferBytes: 100_000, slowReaderTimeoutMs: 60_000 } },
      wiring: (wiring) => wiring.type("Subscription", (type) => type.dataFetcher("hot", () => source.events)),
    });
    const before = Deno.memoryUsage().heapUsed;
    using connection = await Deno.connect({ hostname: "127.0.0.1", port: served.port });
    await subscribe(connection);
    await source.left.promise;
    const grown = Deno.memoryUsage().heapUsed - before;
    // The buffers of the operating system hold a few megabytes.
    assert(source.sent > 1_000 && source.sent < 30_000, `${source.sent} events were sent`);
    assert(grown < 64_000_000, `the heap has grown by ${grown} bytes`);
  });
}

Deno.test("the client is told the limit that ended its subscription; it is the only final message", async () => {
  const source = new HotSource();
  await using app = await graphQlApp({
    schema,
    properties: { graphql: { maxQueuedEvents: 10 } },
    wiring: (wiring) => wiring.type("Subscription", (type) => type.dataFetcher("hot", () => source.events)),
  });
  const response = await app.fetch(post({ query: "subscription { hot }" }, accept));
  const events = await eventsOf(response);
  await source.left.promise;
  const message = "Cannot continue the subscription as the number of events that wait for the client must be <= 10 " +
    "(graphql.maxQueuedEvents): the source sends faster than the client reads";
  assertEquals(events.slice(-2), [
    {
      event: "next",
      data: {
        errors: [{
          message,
          extensions: { classification: "BAD_REQUEST", limit: { name: "maxQueuedEvents", value: 10 } },
        }],
      },
    },
    { event: "complete", data: "" },
  ]);
});

Deno.test("as many events as may wait are delivered, also those sent while subscribing; 0 is no limit", async () => {
  const received = async (maxQueuedEvents: number, count: number) => {
    const events = new Observable<string>((subscriber) => {
      for (let i = 0; i < count; i++) subscriber.next(String(i));
      subscriber.complete();
    });
    await using app = await graphQlApp({
      schema,
      properties: { graphql: { maxQueuedEvents } },
      wiring: (wiring) => wiring.type("Subscription", (type) => type.dataFetcher("hot", () => events)),
    });
    const response = await app.fetch(post({ query: "subscription { hot }" }, accept));
    return (await eventsOf(response)).filter(({ event }) => event === "next").length;
  };
  assertEquals(await received(50, 50), 50);
  assertEquals(await received(50, 51), 1);
  assertEquals(await received(0, 3_000), 3_000);
});

Deno.test("a list that an observable gives is not a queue: it may be longer", async () => {
  const items = new Observable<number>((subscriber) => {
    for (let i = 0; i < 2_000; i++) subscriber.next(i);
    subscriber.complete();
  });
  await using app = await graphQlApp({
    schema: "type Query { items: [Int] }",
    wiring: (wiring) => wiring.type("Query", (type) => type.dataFetcher("items", () => items)),
  });
  const { data } = await (await app.fetch(post({ query: "{ items }" }))).json();
  assertEquals(data.items.length, 2_000);
});

Deno.test("a client that reads loses nothing", async () => {
  const events = new Observable<string>((subscriber) => {
    let sent = 0;
    const timer = setInterval(() => {
      for (let i = 0; i < 100; i++) subscriber.next(String(sent++));
      if (sent === 2_000) subscriber.complete();
    }, 1);
    return () => clearInterval(timer);
  });
  await using app = await graphQlApp({
    schema,
    wiring: (wiring) => wiring.type("Subscription", (type) => type.dataFetcher("hot", () => events)),
  });
  const response = await app.fetch(post({ query: "subscription { hot }" }, accept));
  assertEquals((await eventsOf(response)).length, 2_001);
});
