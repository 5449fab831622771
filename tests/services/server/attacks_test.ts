import { assert, assertEquals } from "@std/assert";
import { times } from "../../long.ts";
import { ServiceProcess } from "./service_process.ts";

const text = new TextEncoder();

/** Connections that stay open until the attack is over. */
class Attacker implements Disposable {
  readonly port: number;
  readonly #open: Deno.TcpConn[] = [];

  constructor(port: number) {
    this.port = port;
  }

  /** Opens connections and sends the same over each. */
  async open(count: number, request: string): Promise<readonly Deno.TcpConn[]> {
    const bytes = text.encode(request);
    await Promise.all(Array.from({ length: 20 }, async () => {
      for (let i = 0; i < count / 20; i++) {
        const connection = await Deno.connect({ hostname: "127.0.0.1", port: this.port });
        this.#open.push(connection);
        await write(connection, bytes);
      }
    }));
    return this.#open;
  }

  [Symbol.dispose](): void {
    for (const connection of this.#open) connection.close();
  }
}

/** Writes everything, unless the server closes the connection first. */
async function write(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  try {
    for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
  } catch {
    // The server has closed the connection.
  }
}

async function firstBytes(connection: Deno.Conn): Promise<string> {
  const bytes = new Uint8Array(65_536);
  const length = await connection.read(bytes).catch(() => null);
  return new TextDecoder().decode(bytes.subarray(0, length ?? 0));
}

const body = '{"query":"subscription { flood }"}';

const subscription = `POST /graphql HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n` +
  `accept: text/event-stream\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

const handshake = "GET /graphql HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: Upgrade\r\n" +
  "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
  "sec-websocket-protocol: graphql-transport-ws\r\n\r\n";

const partOfBody =
  "POST /graphql HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 10000\r\n\r\n{";

type Attack = (attacker: Attacker) => Promise<void>;

const attacks: Readonly<Record<string, Attack>> = {
  "headers that trickle in": async (attacker) => {
    const connections = await attacker.open(500, "GET /hello HTTP/1.1\r\nhost: a\r\n");
    for (let i = 0; i < 5; i++) await Promise.all(connections.map((each) => write(each, text.encode(`x-${i}: 1\r\n`))));
  },
  "bodies that do not arrive": async (attacker) => {
    const connections = await attacker.open(1_500, partOfBody);
    assert((await firstBytes(connections[0]!)).startsWith("HTTP/1.1 408"));
  },
  "half-closed sockets": async (attacker) => {
    const connections = await attacker.open(200, "GET /hello HTTP/1.1\r\nhost: a\r\n\r\n");
    await Promise.all(connections.map((each) => each.closeWrite()));
  },
  "1,000 pipelined requests in one packet": async (attacker) => {
    const [connection] = await attacker.open(20, "GET /hello HTTP/1.1\r\nhost: a\r\n\r\n".repeat(1_000));
    assert((await firstBytes(connection!)).startsWith("HTTP/1.1 200"));
  },
  "connections that are reset in the middle of a response": async ({ port }) => {
    await Promise.all(Array.from({ length: 200 }, async () => {
      const connection = await Deno.connect({ hostname: "127.0.0.1", port });
      await connection.write(text.encode("GET /long HTTP/1.1\r\nhost: a\r\n\r\n"));
      await connection.read(new Uint8Array(1));
      // Data that was received and not read makes the system send RST.
      connection.close();
    }));
  },
  "header blocks of 2 MB": async (attacker) => {
    const block = `x-long: ${"x".repeat(1_000)}\r\n`.repeat(2_000);
    const connections = await attacker.open(20, `GET /hello HTTP/1.1\r\nhost: a\r\n${block}\r\n`);
    assert(!(await firstBytes(connections[0]!)).startsWith("HTTP/1.1 200"));
  },
  "rubbish": async (attacker) => {
    await attacker.open(200, "\x16\x03\x01\x02\x00 rubbish\r\n\r\n");
  },
  "WebSockets that never send connection_init": async (attacker) => {
    await attacker.open(400, handshake);
  },
  "event streams that nobody reads": async (attacker) => {
    await attacker.open(100, subscription);
  },
  "responses of 20 MB that nobody reads": async (attacker) => {
    await attacker.open(100, "GET /long HTTP/1.1\r\nhost: a\r\n\r\n");
  },
};

/** How long it takes until the service responds to an ordinary request, in milliseconds. */
async function responseTime(url: string): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const response = await fetch(`${url}/hello`);
    const text = await response.text();
    if (response.status === 200) break;
    // While the event loop is late, requests are refused.
    assertEquals([response.status, response.headers.get("retry-after")], [503, "1"], text);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return performance.now() - startedAt;
}

Deno.test("an attack neither ends the process nor keeps other clients out, and memory is given back", async (test) => {
  const properties = {
    http: {
      drainDelayMs: 0,
      drainTimeoutMs: 500,
      bodyTimeoutMs: 2_000,
      slowReaderTimeoutMs: 1_000,
      maxUnreadBytes: 100_000_000,
    },
    graphql: { slowReaderTimeoutMs: 1_000, webSocketInitTimeoutMs: 2_000, sendBufferBytes: 65_536 },
  };
  await using service = await ServiceProcess.start({ script: "./mixed_service.ts", properties });
  const url = await service.url;
  const port = await service.port;
  await responseTime(url);
  // What the first requests load stays.
  await (await fetch(`${url}/long`)).text();
  await (await fetch(`${url}/graphql?query={hello}`)).text();
  const before = await service.memory();
  for (const [name, attack] of Object.entries(attacks)) {
    await test.step(name, async () => {
      using attacker = new Attacker(port);
      await attack(attacker);
      const during = Math.max(await responseTime(url), await responseTime(url));
      const { resident } = await service.memory();
      console.log(`${name}: other clients wait ${during.toFixed(0)} ms, memory ${resident} MB`);
      assert(during < 5_000);
      assert(resident < 600);
    });
  }
  // What clients hold is given up by the limits in time.
  let after = await service.memory();
  for (let i = 0; i < 20 && after.live > before.live + 10; i++) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    after = await service.memory();
  }
  console.log(`live objects: ${before.live} MB before, ${after.live} MB afterwards`);
  assert(after.live <= before.live + 10, `${before.live} MB grew to ${after.live} MB`);
  assertEquals((await service.stop()).code, 0);
});

Deno.test(`${times(2_000, 10_000)} WebSocket handshakes beyond the limit are refused, and other clients are served`, async () => {
  const properties = { http: { drainDelayMs: 0 }, graphql: { webSocketMaxConnections: 1_000 } };
  await using service = await ServiceProcess.start({ script: "./mixed_service.ts", properties });
  const port = await service.port;
  {
    using attacker = new Attacker(port);
    const connections = await attacker.open(times(2_000, 10_000), handshake);
    const statuses = await Promise.all(connections.map(async (each) => (await firstBytes(each)).slice(9, 12)));
    const count = (status: string) => statuses.filter((each) => each === status).length;
    assertEquals([count("101"), count("503")], [1_000, times(2_000, 10_000) - 1_000]);
    await responseTime(await service.url);
  }
  // When the clients have left, there is room again.
  for (let status = ""; status !== "101";) {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port });
    await connection.write(text.encode(handshake));
    status = (await firstBytes(connection)).slice(9, 12);
  }
});
