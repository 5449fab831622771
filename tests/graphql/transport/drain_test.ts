import { assertEquals } from "@std/assert";
import { serve } from "@espalier/espalier";
import { graphQlApp } from "./graphql_app.ts";
import { RawSocket } from "./raw_socket.ts";
import { EventReader } from "./sse_events.ts";

const schema = "type Query { slow(ms: Int!): Int } type Subscription { endless: Int }";

async function start(port = 0, onExecuted: () => unknown = () => {}) {
  const app = await graphQlApp({
    schema,
    wiring: (wiring) =>
      wiring.type("Query", (type) =>
        type.dataFetcher("slow", async (env) => {
          onExecuted();
          await new Promise((resolve) => setTimeout(resolve, env.argument<number>("ms")));
          return env.argument("ms");
        })).type("Subscription", (type) =>
          type.dataFetcher("endless", async function* ({ signal }) {
            yield 1;
            await new Promise((resolve) => signal.addEventListener("abort", resolve));
          })),
  });
  return await serve(app, { port, quiet: true });
}

const body = (ms: number) => JSON.stringify({ query: `{ slow(ms: ${ms}) }` });
const headers = { "content-type": "application/json" };

Deno.test("G1.2 G1.3 a stopping service finishes operations, closes sockets with 1001 and ends streams", async () => {
  const bothTaken = Promise.withResolvers<void>();
  let taken = 0;
  const server = await start(0, () => ++taken === 2 && bothTaken.resolve());
  const url = `http://127.0.0.1:${server.port}/graphql`;
  await using socket = new RawSocket(`ws://127.0.0.1:${server.port}/graphql`);
  await socket.init();
  await socket.subscribe("s", "subscription { endless }");
  assertEquals(await socket.next(), { id: "s", type: "next", payload: { data: { endless: 1 } } });
  await socket.subscribe("q", "{ slow(ms: 400) }");
  const query = new URLSearchParams({ query: "subscription { endless }" });
  const stream = new EventReader(await fetch(`${url}?${query}`, { headers: { accept: "text/event-stream" } }));
  await stream.next();
  const pending = fetch(url, { method: "POST", headers, body: body(400) });
  await bothTaken.promise;

  const stopped = server.stop();
  await socket.subscribe("late", "{ slow(ms: 1) }");
  const refused = await socket.next() as { id: string; type: string; payload: { message: string }[] };
  assertEquals([refused.id, refused.type, refused.payload[0]?.message], [
    "late",
    "error",
    "Cannot start the operation as the service is stopping",
  ]);
  assertEquals(await socket.next(), { id: "q", type: "next", payload: { data: { slow: 400 } } });
  assertEquals(await socket.next(), { id: "q", type: "complete" });
  assertEquals((await socket.closed).code, 1001);
  assertEquals(await (await pending).json(), { data: { slow: 400 } });
  assertEquals([await stream.next(), await stream.next()], [{ event: "complete", data: "" }, undefined]);
  await stopped;
});

Deno.test("G1.1 under load a restart loses no request that was taken", async () => {
  let executed = 0;
  let enough = Promise.withResolvers<void>();
  const count = () => void (++executed % 50 === 0 && enough.resolve());
  let server = await start(0, count);
  const { port } = server;
  const url = `http://127.0.0.1:${port}/graphql`;
  let answered = 0;
  let isDone = false;
  const client = async () => {
    while (!isDone) {
      // Between the two servers nobody listens: what was not taken is no loss.
      const response = await fetch(url, { method: "POST", headers, body: body(2) }).catch(() => undefined);
      const result = await response?.json();
      if (result?.data?.slow === 2) answered++;
    }
  };
  const clients = Array.from({ length: 8 }, client);
  await enough.promise;
  await server.stop();
  enough = Promise.withResolvers();
  server = await start(port, count);
  await enough.promise;
  isDone = true;
  await Promise.all(clients);
  await server.stop();
  assertEquals(answered, executed);
});

Deno.test("G1.2 a socket that opens after the application began to stop is closed with 1001", async () => {
  const app = await graphQlApp();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request, info) => {
    const handshake = await app.fetch(request, info);
    await app[Symbol.asyncDispose]();
    return handshake;
  });
  await using socket = new RawSocket(`ws://127.0.0.1:${server.addr.port}/graphql`);
  assertEquals(await socket.closed, { code: 1001, reason: "Going away" });
  await server.shutdown();
});
