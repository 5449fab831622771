import { createApp, createContainer } from "@espalier/espalier";
import { otlpExporter, tracing } from "@espalier/espalier/observability";
import { assertEquals } from "@std/assert";
import { type DecodedSpan, decodedSpans } from "./otlp_bytes.ts";

/** What a receiver was sent: path, headers of interest, spans. */
interface Received {
  readonly path: string;
  readonly type: string | null;
  readonly encoding: string | null;
  readonly spans: readonly DecodedSpan[];
}

/** A receiver of OTLP's binary form that answers with one status after the other, the last one from then on. */
function receiver(...statuses: number[]) {
  const received: Received[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const encoding = request.headers.get("content-encoding");
    const body = encoding === "gzip" ? request.body!.pipeThrough(new DecompressionStream("gzip")) : request.body;
    const spans = decodedSpans(new Uint8Array(await new Response(body).arrayBuffer()));
    received.push({ path: new URL(request.url).pathname, type: request.headers.get("content-type"), encoding, spans });
    return new Response(null, { status: statuses.length > 1 ? statuses.shift()! : statuses[0]! });
  });
  const url = `http://127.0.0.1:${server.addr.port}/v1/traces`;
  return { url, received, [Symbol.asyncDispose]: () => server.shutdown() };
}

async function sendTwoRequests(url: string, more: object = {}): Promise<void> {
  const exporter = otlpExporter({ url, protocol: "http/protobuf", ...more });
  const app = await createApp(createContainer(tracing({ exporters: [exporter] })), {
    properties: { logging: { level: "OFF" } },
  });
  for (const path of ["/a", "/b?page=1"]) await app.fetch(new Request(`http://localhost:8080${path}`));
  await app[Symbol.asyncDispose]();
}

Deno.test("B3.4 spans arrive in OTLP's binary form, whole and in order", async () => {
  await using collector = receiver(200);
  await sendTwoRequests(collector.url);
  const [{ spans, ...message }] = collector.received as [Received];
  assertEquals(message, { path: "/v1/traces", type: "application/x-protobuf", encoding: null });
  assertEquals(collector.received.length, 1);
  assertEquals(
    spans.map(({ name, kind, attributes, parentSpanId, traceId, spanId, nanoseconds }) => [
      name,
      kind,
      attributes["url.path"],
      attributes["url.query"],
      attributes["server.port"],
      attributes["http.response.status_code"],
      parentSpanId,
      [traceId.length, spanId.length],
      nanoseconds > 0n && nanoseconds < 10_000_000_000n,
    ]),
    [
      ["GET", 2, "/a", undefined, 8080, 404, "", [32, 16], true],
      ["GET", 2, "/b", "page=1", 8080, 404, "", [32, 16], true],
    ],
  );
  assertEquals(new Set(spans.map(({ traceId }) => traceId)).size, 2);
});

Deno.test("B3.4 spans that a receiver can't take at the moment are sent again, and no others", async () => {
  for (const [statuses, attempts] of [[[503, 429, 200], 3], [[400, 200], 1]] as const) {
    await using collector = receiver(...statuses);
    await sendTwoRequests(collector.url);
    assertEquals(collector.received.map(({ spans }) => spans.length), Array(attempts).fill(2));
  }
});
