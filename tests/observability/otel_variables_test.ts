import { assertEquals } from "@std/assert";

Deno.test("B3.4 OpenTelemetry's variables tell resource, receiver, headers and sampler", async () => {
  const received: unknown[] = [];
  await using collector = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const body = request.body!.pipeThrough(new DecompressionStream("gzip"));
    const { resourceSpans } = await new Response(body).json();
    const attributes = new Map<string, unknown>(
      resourceSpans[0].resource.attributes.map(({ key, value }: { key: string; value: { stringValue: string } }) => [
        key,
        value.stringValue,
      ]),
    );
    received.push([
      new URL(request.url).pathname,
      request.headers.get("x-key"),
      ...["service.name", "deployment.environment.name", "telemetry.sdk.name"].map((key) => attributes.get(key)),
    ]);
    return Response.json({});
  });
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "-A", new URL("otel_variables_program.ts", import.meta.url).pathname],
    env: {
      OTEL_SERVICE_NAME: "by variable",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.addr.port}/`,
      OTEL_EXPORTER_OTLP_HEADERS: "x-key=1",
      OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: "gzip",
    },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  assertEquals([success, text(stderr)], [true, ""]);
  assertEquals(received, [
    ["/v1/traces", "1", "by variable", "test", "opentelemetry"],
    ["/v1/traces", "1", "by property", "test", "opentelemetry"],
  ]);
  assertEquals(text(stdout).trimEnd().split("\n"), [
    'Cannot start the application as "tracing: load OpenTelemetry" failed: Cannot send traces as ' +
    'OTEL_EXPORTER_OTLP_PROTOCOL must be "http/json" or "http/protobuf", for the receiver\'s port of ' +
    'OTLP over HTTP, usually 4318: current value is "grpc"',
  ]);
});
