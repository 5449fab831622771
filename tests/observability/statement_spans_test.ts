import { assertEquals, assertRejects } from "@std/assert";
import { ContainerModule, createApp, createContainer, data, type EspalierPropertiesInput } from "@espalier/espalier";
import { Database } from "@espalier/espalier/data";
import { HttpRoute } from "@espalier/espalier/http";
import { MeterProvider, Tracing, tracing } from "@espalier/espalier/observability";
import { SpanRecorder } from "@espalier/espalier/testing";
import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider as SdkMeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { hasPostgres, openPostgresSchema, postgresUrl } from "../data/stores.ts";

const route = new ContainerModule(({ bind }) => {
  bind(HttpRoute).toResolvedValue((database: Database) => ({
    path: "/notes",
    handle: async () => {
      await database.transactions.run(() => database.execute("insert into notes values (1, 'secret')"));
      return Response.json(await database.execute("select text from notes where id = ?", [1]));
    },
  }), [Database]);
});

async function notes(properties: EspalierPropertiesInput, ...more: ContainerModule[]) {
  const spans = new SpanRecorder();
  const app = await createApp(createContainer(data(), tracing({ exporters: [spans] }), route, ...more), { properties });
  await app.container.get(Database).execute("create table notes (id integer, text text)");
  return { app, spans, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

const request = () => new Request("http://localhost/notes");

Deno.test("statements of a request have spans below the request's, by OpenTelemetry's conventions", async () => {
  await using service = await notes({});
  // Outside of a span no trace begins.
  assertEquals(service.spans.tree(), []);
  assertEquals(await (await service.app.fetch(request())).json(), [{ text: "secret" }]);
  assertEquals(service.spans.tree(), ["GET /notes", "  begin", "  insert notes", "  commit", "  select notes"]);
  const [insert] = service.spans.named("insert notes");
  const [select] = service.spans.named("select notes");
  assertEquals([insert!.kind, select!.status.code], [SpanKind.CLIENT, SpanStatusCode.UNSET]);
  assertEquals({ ...insert!.attributes }, {
    "db.system.name": "sqlite",
    "db.namespace": ":memory:",
    "db.operation.name": "insert",
    "db.collection.name": "notes",
    "db.query.summary": "insert notes",
    "db.query.text": "insert into notes values (?, ?)",
  });
  assertEquals({ ...select!.attributes }, {
    "db.system.name": "sqlite",
    "db.namespace": ":memory:",
    "db.operation.name": "select",
    "db.collection.name": "notes",
    "db.query.summary": "select notes",
    "db.query.text": "select text from notes where id = ?",
    "db.response.returned_rows": 1,
  });
});

Deno.test("unsampled requests, and tracing.statementSpans = false, make no spans of statements", async () => {
  await using unsampled = await notes({ tracing: { sampleRatio: 0 } });
  await unsampled.app.fetch(request());
  assertEquals(unsampled.spans.tree(), []);
  await using without = await notes({ tracing: { statementSpans: false } });
  await without.app.fetch(request());
  assertEquals(without.spans.tree(), ["GET /notes"]);
});

Deno.test({
  name: "a failed statement of PostgreSQL has its SQLSTATE, and nothing of its values",
  ignore: !hasPostgres,
  fn: async () => {
    await using schema = await openPostgresSchema();
    const [{ current_schema }] = await schema.execute("select current_schema()") as [{ current_schema: string }];
    await schema.execute("create table notes (id uuid primary key)");
    const spans = new SpanRecorder();
    const container = createContainer(
      data({ url: postgresUrl.replace("127.0.0.1", "localhost"), schema: current_schema, maxConnections: 2 }),
      tracing({ exporters: [spans] }),
    );
    await using app = await createApp(container);
    const database = app.container.get(Database);
    const insert = () => database.execute("insert into notes values ($1)", ["S3CRET"]);
    await assertRejects(() => app.container.get(Tracing).inSpan("work", () => insert()));
    assertEquals(spans.tree(), ["work", "  insert notes"]);
    const [span] = spans.named("insert notes");
    assertEquals({ ...span!.attributes }, {
      "db.system.name": "postgresql",
      "db.namespace": `test|${current_schema}`,
      "db.operation.name": "insert",
      "db.collection.name": "notes",
      "db.query.summary": "insert notes",
      "db.query.text": "insert into notes values ($1)",
      "db.response.status_code": "22P02",
      "error.type": "22P02",
      "server.address": "localhost",
    });
    assertEquals(span!.status, { code: SpanStatusCode.ERROR });
    assertEquals(span!.events, []);
  },
});

Deno.test("durations of statements are measured where a meter provider is bound, sampled or not", async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const provider = new SdkMeterProvider({
    readers: [new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })],
  });
  const meters = new ContainerModule(({ bind }) => void bind(MeterProvider).toConstantValue(provider));
  {
    await using service = await notes({ tracing: { sampleRatio: 0, statementSpans: false } }, meters);
    await service.app.container.get(Database).execute("select 1").catch(() => undefined);
    await service.app.container.get(Database).execute("select * from nowhere").catch(() => undefined);
  }
  await provider.forceFlush();
  const points = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics).flatMap(({ metrics }) => metrics)
    .filter(({ descriptor }) => descriptor.name === "db.client.operation.duration")
    .flatMap(({ dataPoints }) =>
      dataPoints.map(({ attributes, value }) => [attributes, (value as { count: number }).count])
    );
  const shared = { "db.system.name": "sqlite", "db.namespace": ":memory:" };
  assertEquals(points, [
    [{
      ...shared,
      "db.query.summary": "create notes",
      "db.operation.name": "create",
      "db.collection.name": "notes",
    }, 1],
    [{ ...shared, "db.query.summary": "select", "db.operation.name": "select" }, 1],
    [{
      ...shared,
      "db.query.summary": "select nowhere",
      "db.operation.name": "select",
      "db.collection.name": "nowhere",
      "error.type": "Error",
    }, 1],
  ]);
  await provider.shutdown();
});
