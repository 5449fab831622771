import { assertEquals } from "@std/assert";
import type { RuntimeWiringBuilder } from "@espalier/espalier/graphql";
import { times } from "../../long.ts";
import { endless } from "./endless.ts";
import { RawSocket } from "./raw_socket.ts";
import { ServedApp } from "./served_app.ts";

/** Each takes as long as a client goes on sending, and the pause after it. */
const attempts = times(3, 20);

const options = {
  schema: "type Query { quick: Int } type Subscription { endless: Int }",
  properties: { http: { maxBodyBytes: 2_000 } },
  wiring: (wiring: RuntimeWiringBuilder) => {
    wiring.type("Query", (type) => type.dataFetcher("quick", () => 1));
    wiring.type("Subscription", (type) => type.dataFetcher("endless", endless()));
  },
};

/** Sends pings without a pause, and something in the midst of them; gives the code of the end. */
async function closeCodeOf(served: ServedApp, inTheMidst: (socket: RawSocket) => unknown): Promise<number> {
  await using socket = new RawSocket(served.webSocketUrl);
  await socket.init();
  await socket.subscribe("1", "subscription { endless }");
  await socket.next();
  const ping = JSON.stringify({ type: "ping", payload: { text: "x".repeat(1_500) } });
  let sent = 0;
  const flood = () => {
    for (let i = 0; i < 20 && socket.socket.readyState === WebSocket.OPEN; i++) socket.socket.send(ping);
    if (++sent === 2) inTheMidst(socket);
    if (sent < 20 && socket.socket.readyState === WebSocket.OPEN) setTimeout(flood);
  };
  flood();
  return (await socket.closed).code;
}

const reasons: Readonly<Record<string, readonly [code: number, send: (socket: RawSocket) => unknown]>> = {
  "an invalid message": [4400, (socket) => socket.send("{}")],
  "a message that only servers send": [4400, (socket) => socket.send({ type: "connection_ack" })],
  "a message that is too long": [1009, (socket) => socket.send({ type: "ping", payload: { text: "x".repeat(9_000) } })],
  "an id that is in use": [4409, (socket) => socket.subscribe("1", "{ quick }")],
  "a second initialisation": [4429, (socket) => socket.send({ type: "connection_init" })],
};

for (const [reason, [code, send]] of Object.entries(reasons)) {
  Deno.test(`G1.2 the close code for ${reason} reaches a client that goes on sending`, async () => {
    await using served = await ServedApp.start(options);
    await assertDelivered(code, () => closeCodeOf(served, send));
  });
}

async function assertDelivered(code: number, attempt: () => Promise<number>): Promise<void> {
  const codes: number[] = [];
  for (let i = 0; i < attempts; i++) codes.push(await attempt());
  assertEquals(codes, Array(attempts).fill(code));
}

Deno.test("G1.2 the close code of a stop reaches a client that goes on sending", async () => {
  await assertDelivered(1001, async () => {
    const served = await ServedApp.start(options);
    const stopped = Promise.withResolvers<void>();
    const code = await closeCodeOf(served, () => void served[Symbol.asyncDispose]().then(stopped.resolve));
    await stopped.promise;
    return code;
  });
});
