import { assertEquals } from "@std/assert";

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string };
}

interface Resourced {
  readonly resource: { readonly attributes: readonly Attribute[] };
  readonly scopeSpans?: readonly { readonly spans: readonly { readonly name: string; readonly traceId: string }[] }[];
  readonly scopeMetrics?: readonly { readonly metrics: readonly { readonly name: string }[] }[];
}

function attribute({ resource }: Resourced, name: string): string | undefined {
  return resource.attributes.find(({ key }) => key === name)?.value.stringValue;
}

Deno.test("25.2 a collector gets traces and metrics by OTEL_* alone, each module as a service of its own where asked", async () => {
  const received: Record<string, Resourced[]> = { "/v1/traces": [], "/v1/metrics": [] };
  const firstMetrics = Promise.withResolvers<void>();
  await using collector = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/metrics-came") {
      await firstMetrics.promise;
      return new Response();
    }
    const body = await request.json();
    received[pathname]!.push(...body.resourceSpans ?? body.resourceMetrics);
    if (pathname === "/v1/metrics") firstMetrics.resolve();
    return Response.json({});
  });
  const url = `http://127.0.0.1:${collector.addr.port}`;
  const program = new URL("collector_program.ts", import.meta.url).pathname;
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "-A", program, `${url}/metrics-came`],
    env: {
      OTEL_SERVICE_NAME: "shop",
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_METRIC_EXPORT_INTERVAL: "50",
    },
  }).output();
  assertEquals([success, new TextDecoder().decode(stderr)], [true, ""]);
  const spans = received["/v1/traces"]!.flatMap((each) =>
    each.scopeSpans!.flatMap(({ spans }) =>
      spans.map(({ name }) => [attribute(each, "service.name"), attribute(each, "service.namespace"), name])
    )
  );
  assertEquals(spans.sort(), [["shop", undefined, "GET /orders"], ["shop/orders", "shop", "Orders"]]);
  const traces = received["/v1/traces"]!.flatMap(({ scopeSpans }) => scopeSpans!.flatMap(({ spans }) => spans));
  assertEquals(new Set(traces.map(({ traceId }) => traceId)).size, 1);
  const metrics = received["/v1/metrics"]!;
  assertEquals(metrics.map((each) => attribute(each, "service.name")).every((name) => name === "shop"), true);
  const names = new Set(
    metrics.flatMap(({ scopeMetrics }) => scopeMetrics!.flatMap(({ metrics }) => metrics.map(({ name }) => name))),
  );
  assertEquals(["http.server.request.duration", "process.uptime"].filter((name) => !names.has(name)), []);
});
