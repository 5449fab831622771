import { otlpSpans, type ReceivedSpan } from "@espalier/espalier/observability";

/** A receiver of OTLP over HTTP on a port of its own. */
export interface OtlpReceiver extends AsyncDisposable {
  /** Where to send spans. */
  readonly url: string;
  /** What has arrived, in the order of arrival. */
  readonly spans: readonly ReceivedSpan[];
}

/** Starts a receiver. */
export function otlpReceiver(): OtlpReceiver {
  const spans: ReceivedSpan[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    if (request.method !== "POST" || new URL(request.url).pathname !== "/v1/traces") {
      return new Response(null, { status: 404 });
    }
    spans.push(...otlpSpans(await request.json()));
    return Response.json({});
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/v1/traces`,
    spans,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** The names of received spans as a tree: one line per span, indented by depth. */
export function receivedOutline(spans: readonly ReceivedSpan[]): string[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start);
  const below = (parent: string | undefined, depth: number): string[] =>
    sorted.filter(({ parentSpanId }) => parentSpanId === parent)
      .flatMap(({ name, spanId }) => ["  ".repeat(depth) + name, ...below(spanId, depth + 1)]);
  return below(undefined, 0);
}
