import { ContainerModule, createApp, createContainer, data, InstalledModule } from "@espalier/espalier";
import { Transactions } from "@espalier/espalier/data";
import {
  AfterCommitDelivery,
  ApplicationEvents,
  ApplicationListener,
  eventPublications,
  events,
  listenAfterCommit,
} from "@espalier/espalier/modulith";
import { MeterProvider, tracing } from "@espalier/espalier/observability";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider as SdkMeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { assertEquals, assertRejects } from "@std/assert";

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
    [
      "http.server.request.duration",
      { "http.request.method": "GET", "http.response.status_code": 404, "url.scheme": "http" },
      1,
    ],
  ]);
  await provider.shutdown();
});

Deno.test("B3.1 C-139 C-149 published events are counted by class and module, even if they are rolled back", async () => {
  class OrderPlaced {}
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const provider = new SdkMeterProvider({ readers: [reader] });
  const orders: ContainerModule = new ContainerModule(({ bind }) => {
    const exposes = (name: string) => name === "OrderPlaced";
    bind(InstalledModule).toConstantValue({
      identifier: "orders",
      displayName: "Our orders",
      containerModule: orders.id,
      exposes,
    });
  });
  const container = createContainer(data(), events(), tracing(), orders);
  container.bind(MeterProvider).toConstantValue(provider);
  await using app = await createApp(container);
  class Unowned {}
  await app.container.get(ApplicationEvents).publish(new Unowned());
  const publish = () => app.container.get(ApplicationEvents).publish(new OrderPlaced());
  await publish();
  const rolledBack = app.container.get(Transactions).run(async () => {
    await publish();
    throw new Error("Out of stock");
  });
  await assertRejects(() => rolledBack, Error, "Out of stock");
  await provider.forceFlush();
  const counted = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics).flatMap(({ metrics }) => metrics)
    .filter(({ descriptor }) => descriptor.name === "modulith.events.processed")
    .flatMap(({ dataPoints }) => dataPoints.map(({ attributes, value }) => [attributes, value]));
  assertEquals(counted, [[{ event_type: "OrderPlaced", module_name: "Our orders" }, 2]]);
  await provider.shutdown();
});

Deno.test("B3.1 B4.1 the backlog of stored publications is a gauge by status", async () => {
  class OrderPlaced {}
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const provider = new SdkMeterProvider({ readers: [reader] });
  const shipping = new ContainerModule(({ bind }) => {
    const fail = () => Promise.reject(new Error("Down"));
    bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, fail, { id: "shipping" }));
  });
  const container = createContainer(data(), eventPublications({ retryDelayMs: 600_000 }), tracing(), shipping);
  container.bind(MeterProvider).toConstantValue(provider);
  await using app = await createApp(container, { properties: { logging: { level: "OFF" } } });
  for (let at = 0; at < 3; at++) await app.container.get(ApplicationEvents).publish(new OrderPlaced());
  await app.container.get(AfterCommitDelivery).settled();
  await provider.forceFlush();
  const backlog = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics).flatMap(({ metrics }) => metrics)
    .filter(({ descriptor }) => descriptor.name === "modulith.events.backlog")
    .flatMap(({ dataPoints }) => dataPoints.map(({ attributes, value }) => [attributes, value]));
  assertEquals(backlog, [[{ status: "FAILED" }, 3]]);
  await provider.shutdown();
});
