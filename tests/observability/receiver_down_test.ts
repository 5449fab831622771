import { createApp, createContainer } from "@espalier/espalier";
import { MeterProvider, otlpExporter, tracing } from "@espalier/espalier/observability";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider as SdkMeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { assertEquals } from "@std/assert";

Deno.test("B3.4 a receiver that is down does not keep the application from stopping", async () => {
  const exporter = otlpExporter({ url: "http://127.0.0.1:1/v1/traces", timeoutMs: 100 });
  const app = await createApp(createContainer(tracing({ exporters: [exporter] })), {
    properties: { logging: { level: "OFF" } },
  });
  await app.fetch(new Request("http://localhost/"));
  await app[Symbol.asyncDispose]();
});

Deno.test("B3.1 durations are measured where a meter provider is bound, whether a trace is sampled or not", async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const provider = new SdkMeterProvider({ readers: [reader] });
  const container = createContainer(tracing());
  container.bind(MeterProvider).toConstantValue(provider);
  {
    await using app = await createApp(container, { properties: { tracing: { sampleRatio: 0 } } });
    await app.fetch(new Request("http://localhost/nothing-here"));
  }
  await provider.forceFlush();
  const points = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap(({ metrics }) => metrics)
    .flatMap(({ descriptor, dataPoints }) =>
      dataPoints.map(({ attributes, value }) => [descriptor.name, attributes, (value as { count: number }).count])
    );
  assertEquals(points, [
    ["http.server.request.duration", { "http.request.method": "GET", "http.response.status_code": 404 }, 1],
  ]);
  await provider.shutdown();
});
