import { assert, assertEquals } from "@std/assert";
import { isLong, times } from "../../long.ts";
import { ServiceProcess } from "./service_process.ts";

const durationMs = times(20_000, 30 * 60_000);

const concurrency = 16;

const json = { "content-type": "application/json" };

function graphQl(url: string, query: string, headers: HeadersInit = {}, signal?: AbortSignal): Promise<Response> {
  const body = JSON.stringify({ query });
  return fetch(`${url}/graphql`, { method: "POST", headers: { ...json, ...headers }, body, signal: signal ?? null });
}

async function expectOk(response: Response, status = 200): Promise<void> {
  const text = await response.text();
  if (response.status !== status) throw new Error(`${response.url}: ${response.status} ${text.slice(0, 200)}`);
}

/** Opens a WebSocket, receives the first events of a subscription and closes. */
async function subscribe(url: string): Promise<void> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/graphql`, "graphql-transport-ws");
  const ended = Promise.withResolvers<void>();
  let events = 0;
  socket.onopen = () => socket.send('{"type":"connection_init"}');
  socket.onmessage = ({ data }) => {
    const { type } = JSON.parse(data);
    if (type === "connection_ack") {
      socket.send('{"type":"subscribe","id":"1","payload":{"query":"subscription { ticks(ms: 1) }"}}');
    }
    if (type === "next" && ++events === 5) socket.close();
  };
  socket.onclose = () => events >= 5 ? ended.resolve() : ended.reject(new Error(`${events} events`));
  await ended.promise;
}

/** Reads the first events of an event stream and leaves. */
async function eventStream(url: string): Promise<void> {
  const response = await graphQl(url, "subscription { ticks(ms: 1) }", { accept: "text/event-stream" });
  let text = "";
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.split("event: next").length > 5) return;
  }
  throw new Error(`The stream ended early: ${text.slice(0, 200)}`);
}

type Action = (url: string, i: number) => Promise<void>;

const good: readonly Action[] = [
  async (url) => await expectOk(await fetch(`${url}/hello`)),
  async (url) => await expectOk(await graphQl(url, "{ hello items { id name } }")),
  async (url) => await expectOk(await graphQl(url, "{ hello wait(ms: 5) }")),
  async (url, i) => {
    const body = JSON.stringify({ text: `note ${i}`, tags: ["a", "b"] });
    const response = await fetch(`${url}/notes/n${i % 50}`, { method: "PUT", headers: json, body });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`PUT: ${response.status}`);
  },
  async (url, i) => {
    // Each worker has a note of its own, which is there.
    const path = `${url}/notes/patched${i % 50}`;
    await fetch(path, { method: "PUT", headers: json, body: '{"text":"","tags":[]}' }).then(({ body }) =>
      body?.cancel()
    );
    const response = await fetch(path, {
      method: "PATCH",
      headers: { "content-type": "application/json-patch+json" },
      body: JSON.stringify([{ op: "add", path: "/tags/-", value: "c" }, {
        op: "replace",
        path: "/text",
        value: `${i}`,
      }]),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`PATCH: ${response.status} ${text}`);
  },
  subscribe,
  eventStream,
];

async function leave(url: string, path: string, afterMs: number): Promise<void> {
  const response = await fetch(url + path, { signal: AbortSignal.timeout(afterMs) });
  await response.body?.cancel();
}

async function raw(url: string, text: string): Promise<void> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(url).port) });
  await connection.write(new TextEncoder().encode(text));
}

const bad: readonly Action[] = [
  (url) => anyResponse(fetch(`${url}/throws`)),
  (url) => anyResponse(fetch(`${url}/rejects`)),
  (url) => anyResponse(graphQl(url, "{ fails rejects }")),
  (url) => anyResponse(graphQl(url, "{ nothing".repeat(50))),
  (url) => anyResponse(graphQl(url, "{ wait(ms: 1000) }", {}, AbortSignal.timeout(10))),
  (url) => leave(url, "/long", 100),
  (url) => raw(url, "GET /graphql HTTP/1.1\r\nhost: a\r\n"),
  (url) =>
    raw(url, "POST /graphql HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"),
  (url) => raw(url, "\x16\x03\x01\x00\x00 rubbish \r\n\r\n"),
  (url) => raw(url, "GET /graphql HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\r\n\x81\xff"),
];

/** The response of a bad request does not matter. */
async function anyResponse(response: Promise<Response>): Promise<void> {
  await (await response).body?.cancel();
}

/** The traffic of several clients: every tenth request is a bad one. */
class Traffic {
  readonly url: string;
  readonly failures: string[] = [];
  readonly latencies: number[] = [];
  bad = 0;
  #count = 0;

  constructor(url: string) {
    this.url = url;
  }

  async run(durationMs: number): Promise<void> {
    const until = performance.now() + durationMs;
    await Promise.all(Array.from({ length: concurrency }, async () => {
      while (performance.now() < until) await this.#one(this.#count++);
    }));
  }

  async #one(i: number): Promise<void> {
    if (i % 10 === 0) {
      this.bad++;
      return await bad[i / 10 % bad.length]!(this.url, i).catch(() => {});
    }
    const startedAt = performance.now();
    try {
      await good[i % good.length]!(this.url, i);
      this.latencies.push(performance.now() - startedAt);
    } catch (error) {
      this.failures.push(String(error));
    }
  }

  percentile(part: number): string {
    const sorted = this.latencies.toSorted((one, other) => one - other);
    return sorted[Math.floor(sorted.length * part)]!.toFixed(1);
  }
}

Deno.test({
  name: `${
    durationMs / 1_000
  } s of mixed traffic, every tenth request of which fails, leaves or is rubbish: same process, flat memory`,
  timeout: durationMs + 120_000,
  fn: async () => {
    await using service = await ServiceProcess.start({
      script: "./mixed_service.ts",
      properties: { http: { drainDelayMs: 0 } },
    });
    const url = await service.url;
    const { pid } = await (await fetch(`${url}/memory`)).json();
    await new Traffic(url).run(durationMs / 4);
    const before = await service.memory();
    const traffic = new Traffic(url);
    await traffic.run(durationMs * 3 / 4);
    const after = await service.memory();
    console.log(
      `${traffic.latencies.length} good and ${traffic.bad} bad requests in ${durationMs * 3 / 4_000} s, ` +
        `p50 ${traffic.percentile(0.5)} ms, p99 ${traffic.percentile(0.99)} ms, max ${
          traffic.percentile(1 - 1e-9)
        } ms; ` +
        `memory ${before.resident} MB (${before.live} live) after a quarter, ${after.resident} MB (${after.live} live) at the end`,
    );
    assertEquals(traffic.failures.slice(0, 5), []);
    assertEquals((await (await fetch(`${url}/memory`)).json()).pid, pid);
    assert(after.live <= before.live + 10, `live objects grew from ${before.live} to ${after.live} MB`);
    // In a short run the allocator has not settled.
    assert(after.resident < before.resident * 1.2 + (isLong ? 20 : 60), `${before.resident} to ${after.resident} MB`);
    assertEquals((await service.stop()).code, 0);
  },
});
