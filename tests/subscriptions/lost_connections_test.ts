import { serve, t } from "@espalier/espalier";
import { GraphQlClient, GraphQlTransportError } from "@espalier/espalier/client";
import { assert, assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { createClient as createSseClient } from "graphql-sse";
import { createClient as createWsClient } from "graphql-ws";
import { times } from "../long.ts";
import { KillingProxy } from "./killing_proxy.ts";
import { stockChanged, stockInstance } from "./stock_app.ts";

const resume = { minDelayMs: 1, maxDelayMs: 20 };

const clients = {
  "event streams": (port: number) => GraphQlClient.http({ url: `http://127.0.0.1:${port}/graphql`, resume }),
  "WebSockets": (port: number) => GraphQlClient.webSocket({ url: `http://127.0.0.1:${port}/graphql`, resume }),
};

type Step = "publish" | "kill" | "read";

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.constantFrom<Step>("publish", "publish", "publish", "read", "kill"),
  { minLength: 10, maxLength: 60 },
);

for (const [transport, connect] of Object.entries(clients)) {
  Deno.test(`our client gets each event once and in order, whatever connections are killed: ${transport}`, async () => {
    await using service = await stockInstance({ maxQueuedEvents: 8 });
    const server = await serve(service.app, { port: 0, quiet: true });
    await using proxy = new KillingProxy(() => server.port);
    let book = 0;
    const run = async (plan: readonly Step[]) => {
      book++;
      await using client = connect(proxy.port);
      const document = `subscription { stock(book: "${book}") }`;
      const events = client.document(document).retrieveSubscription("stock").toEntity(t.int);
      const received: number[] = [];
      const publish = (copies: number) => service.bus.publish(stockChanged, { book }, copies);
      // The first event shows that the subscription is there: only then has the client a position.
      const first = events.next();
      const timer = setInterval(() => void publish(-1), 5);
      await first;
      clearInterval(timer);
      const read = async () => {
        const { value } = await events.next();
        if (value !== -1) received.push(value as number);
        return value;
      };
      let published = 0;
      for (const step of plan) {
        if (step === "publish") await publish(published++);
        else if (step === "kill") proxy.kill();
        else if (received.length < published) { while (await read() === -1); }
      }
      while (received.length < published) await read();
      await events.return?.();
      assertEquals(received, Array.from({ length: published }, (_, i) => i));
    };
    await fc.assert(fc.asyncProperty(steps, run), { seed: 7, numRuns: times(15, 400) });
    assert(proxy.killed > 10, `${proxy.killed} connections were killed`);
    await server.stop();
  });

  Deno.test(`our client tells when the server stays away, and does not resume if it is told not to: ${transport}`, async () => {
    const service = await stockInstance();
    const server = await serve(service.app, { port: 0, quiet: true });
    const open = (port: number, option: false | { maxAttempts: number; minDelayMs: number }) =>
      transport === "WebSockets"
        ? GraphQlClient.webSocket({ url: `http://127.0.0.1:${port}/graphql`, resume: option })
        : GraphQlClient.http({ url: `http://127.0.0.1:${port}/graphql`, resume: option });
    await using proxy = new KillingProxy(() => server.port);
    await using patient = open(proxy.port, { maxAttempts: 3, minDelayMs: 1 });
    await using impatient = open(proxy.port, false);
    const document = 'subscription { stock(book: "a") }';
    const streams = [patient, impatient].map((client) => client.document(document).executeSubscription());
    const first = streams.map((stream) => stream.next());
    const timer = setInterval(() => void service.bus.publish(stockChanged, { book: "a" }, 1), 5);
    for (const event of first) await event;
    clearInterval(timer);
    const ended = streams.map((stream) =>
      assertRejects(async () => {
        for (;;) await stream.next();
      }, GraphQlTransportError)
    );
    proxy.kill();
    await ended[1];
    await proxy[Symbol.asyncDispose]();
    await ended[0];
    await server.stop();
  });
}

Deno.test("graphql-ws reconnects by itself, and continues with the position that it is given", async () => {
  await using service = await stockInstance();
  const server = await serve(service.app, { port: 0, quiet: true });
  await using proxy = new KillingProxy(() => server.port);
  const client = createWsClient({
    url: `ws://127.0.0.1:${proxy.port}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 10,
    // A connection that breaks without a close frame is an error event in Deno.
    shouldRetry: () => true,
    retryWait: () => new Promise((resolve) => setTimeout(resolve, 5)),
  });
  // The payload is read each time the client subscribes, also after a reconnection.
  const extensions: { resume: string | true } = { resume: true };
  const results = client.iterate<{ stock: number }>({ query: 'subscription { stock(book: "a") }', extensions });
  const received: number[] = [];
  const next = async () => {
    const { value } = await results.next();
    extensions.resume = value!.extensions!.resume as string;
    if (value!.data) received.push(value!.data.stock);
  };
  await next();
  for (let i = 0; i < 20; i++) {
    await service.bus.publish(stockChanged, { book: "a" }, i);
    if (i % 5 === 4) proxy.kill();
    while (received.length < i) await next();
  }
  while (received.at(-1) !== 19) await next();
  assertEquals([...new Set(received)], Array.from({ length: 20 }, (_, i) => i));
  await results.return!();
  await client.dispose();
  await server.stop();
});

Deno.test("graphql-sse reconnects by itself, and continues with the header that it is given", async () => {
  await using service = await stockInstance();
  const server = await serve(service.app, { port: 0, quiet: true });
  await using proxy = new KillingProxy(() => server.port);
  let position: string | undefined;
  const client = createSseClient({
    url: `http://127.0.0.1:${proxy.port}/graphql`,
    retryAttempts: 10,
    retry: () => new Promise((resolve) => setTimeout(resolve, 5)),
    headers: (): Record<string, string> => position === undefined ? {} : { "last-event-id": position },
  });
  const received: number[] = [];
  const request = { query: 'subscription { stock(book: "a") }', extensions: { resume: true } };
  const results = client.iterate<{ stock: number }>(request);
  const next = async () => {
    const { value } = await results.next();
    position = value!.extensions!.resume as string;
    if (value!.data) received.push(value!.data.stock);
  };
  await next();
  for (let i = 0; i < 20; i++) {
    await service.bus.publish(stockChanged, { book: "a" }, i);
    if (i % 5 === 4) proxy.kill();
    while (received.length < i) await next();
  }
  while (received.at(-1) !== 19) await next();
  assertEquals([...new Set(received)], Array.from({ length: 20 }, (_, i) => i));
  await results.return!();
  client.dispose();
  await server.stop();
});

Deno.test("our client waits as long as a stopping server says, and goes on while the service is unavailable", async () => {
  const stream = (text: string) => new Response(text, { headers: { "content-type": "text/event-stream" } });
  const unavailable = { errors: [{ message: "Try again", extensions: { classification: "UNAVAILABLE" } }] };
  const answers = [
    stream('id: p0\n\nid: p1\nevent: next\ndata: {"data":{"n":1}}\n\nretry: 7\n\n'),
    stream(`event: next\ndata: ${JSON.stringify(unavailable)}\n\nevent: complete\ndata:\n\n`),
    new Response("no", { status: 503 }),
    // The event that the client has read already is sent again.
    stream('id: p1\nevent: next\ndata: {"data":{"n":1}}\n\nid: p2\nevent: next\ndata: {"data":{"n":2}}\n\n'),
    stream('event: next\ndata: {"data":{"n":3}}\n\nevent: complete\ndata:\n\n'),
  ];
  const asked: (string | null)[] = [];
  await using client = GraphQlClient.http({
    url: "http://localhost/graphql",
    resume: { minDelayMs: 1 },
    fetch: ({ headers }) => {
      asked.push(headers.get("last-event-id"));
      return answers.shift()!;
    },
  });
  const received: number[] = [];
  for await (const n of client.document("subscription { n }").retrieveSubscription("n").toEntity(t.int)) {
    received.push(n);
  }
  assertEquals(received, [1, 2, 3]);
  assertEquals(asked, [null, "p1", "p1", "p1", "p2"]);
});
