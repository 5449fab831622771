import { assertEquals } from "@std/assert";
import { Broadcast } from "../../graphql/transport/broadcast.ts";
import { ServedApp } from "../../graphql/transport/served_app.ts";

const subscribers = 1_000;
const events = 100;

/** Subscribes, and counts the events until the last one. */
function subscriber(url: string, subscribed: () => void): Promise<number> {
  const finished = Promise.withResolvers<number>();
  const socket = new WebSocket(url, "graphql-transport-ws");
  let count = 0;
  socket.onopen = () => socket.send('{"type":"connection_init"}');
  socket.onmessage = ({ data }: MessageEvent<string>) => {
    if (data.includes('"connection_ack"')) {
      socket.send('{"type":"subscribe","id":"1","payload":{"query":"subscription { ticks }"}}');
    } else if (data.includes('{"ticks":0}')) subscribed();
    else if (data.includes('"next"')) count++;
    else if (data.includes('"complete"')) socket.close(1000);
  };
  socket.onclose = () => finished.resolve(count);
  return finished.promise;
}

Deno.test("S1 G1.2 each of 1,000 subscribers on one process gets every one of 100 events", async () => {
  const ticks = new Broadcast<number>();
  await using served = await ServedApp.start({
    schema: "type Query { unused: String } type Subscription { ticks: Int }",
    wiring: (wiring) =>
      wiring.type("Subscription", (type) =>
        type.dataFetcher("ticks", async function* () {
          const following = ticks.follow();
          yield 0;
          yield* following;
        })),
  });
  const ready = Promise.withResolvers<void>();
  let subscribed = 0;
  const onSubscribed = () => ++subscribed === subscribers && ready.resolve();
  const counts = Array.from({ length: subscribers }, () => subscriber(served.webSocketUrl, onSubscribed));
  await ready.promise;
  for (let event = 1; event <= events; event++) ticks.publish(event);
  ticks.end();
  const received = await Promise.all(counts);
  assertEquals(received.filter((count) => count !== events), []);
});
