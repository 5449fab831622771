import {
  type Application,
  BatchMapping,
  ContainerModule,
  controller,
  createApp,
  createContainer,
  data,
  graphql,
  InstalledModule,
  param,
  QueryMapping,
  Resource,
  t,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { Database } from "@espalier/espalier/data";
import { HttpRoute } from "@espalier/espalier/http";
import {
  AfterCommitDelivery,
  ApplicationEvents,
  ApplicationListener,
  eventPublications,
  events,
  listenAfterCommit,
} from "@espalier/espalier/modulith";
import { inMemoryExporter, MeterProvider, metrics, tracing } from "@espalier/espalier/observability";
import { assertEquals } from "@std/assert";
import parsePrometheus from "parse-prometheus-text-format";

/** What the parser gives of one metric. */
interface Family {
  readonly name: string;
  readonly type: string;
  readonly metrics: readonly {
    readonly value?: string;
    readonly labels?: object;
    readonly buckets?: Record<string, string>;
  }[];
}

class Author {
  constructor(readonly name: string) {}
}

class Authors {
  @QueryMapping({ params: [param.argument("count", t.int)], returns: t.list(t.object(() => Author)) })
  authors(count: number): Author[] {
    return Array.from({ length: count }, (_, n) => new Author(`author ${n}`));
  }
  @QueryMapping({ returns: t.string })
  async failing(): Promise<string> {
    await Promise.resolve();
    throw new Error("secret");
  }
  @BatchMapping({ source: () => Author, params: [], returns: t.string })
  async motto(authors: readonly Author[]): Promise<string[]> {
    await Promise.resolve();
    return authors.map(({ name }) => `${name} writes`);
  }
}

const schema = Resource.text(
  "authors",
  "type Query { authors(count: Int!): [Author!]! failing: String } type Author { name: String! motto: String! }",
);

function service(...features: ContainerModule[]): Promise<Application> {
  const container = createContainer(
    graphql({ schema: [schema] }),
    controller(Authors),
    actuator(),
    metrics(),
    ...features,
  );
  container.bind(HttpRoute).toConstantValue({
    path: "/slow/{id}",
    handle: () => new Promise<Response>((resolve) => setTimeout(() => resolve(new Response("x")), 20)),
  });
  return createApp(container, {
    properties: {
      actuator: { exposureInclude: ["metrics", "prometheus"] },
      logging: { level: "OFF" },
    },
  });
}

async function query(app: Application, text: string): Promise<void> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ query: text });
  await (await app.fetch(new Request("http://localhost/graphql", { method: "POST", headers, body }))).text();
}

// deno-lint-ignore no-explicit-any -- JSON of the endpoint, looked at by the assertions
async function metric(app: Application, path: string): Promise<any> {
  const response = await app.fetch(new Request(`http://localhost/actuator/metrics${path}`));
  return response.status === 200 ? await response.json() : response.status;
}

Deno.test("/actuator/metrics has the shape of Spring Boot's: names, and each metric with measurements and tags", async () => {
  await using app = await service();
  await app.fetch(new Request("http://localhost/slow/1"));
  await app.fetch(new Request("http://localhost/slow/2"));
  await app.fetch(new Request("http://localhost/nothing-here", { method: "FROBNICATE" }));
  const { names } = await metric(app, "");
  assertEquals(names.toSorted(), names);
  const expected = ["http.server.active_requests", "http.server.request.duration", "process.memory.usage"];
  assertEquals(expected.filter((name) => !names.includes(name)), []);
  const { measurements, ...duration } = await metric(app, "/http.server.request.duration");
  assertEquals(duration, {
    name: "http.server.request.duration",
    description: "Duration of HTTP server requests.",
    baseUnit: "seconds",
    availableTags: [
      { tag: "http.request.method", values: ["GET", "_OTHER"] },
      { tag: "http.response.status_code", values: ["200", "404"] },
      { tag: "url.scheme", values: ["http"] },
      { tag: "http.route", values: ["/slow/{id}"] },
    ],
  });
  // deno-lint-ignore no-explicit-any -- JSON
  assertEquals(measurements.map(({ statistic }: any) => statistic), ["COUNT", "TOTAL_TIME", "MAX"]);
  const slow = await metric(app, "/http.server.request.duration?tag=http.route:/slow/{id}&tag=http.request.method:GET");
  assertEquals(slow.measurements[0], { statistic: "COUNT", value: 2 });
  assertEquals(slow.measurements[1].value >= 0.035 && slow.measurements[2].value >= 0.018, true);
  assertEquals(slow.availableTags.map(({ tag }: { tag: string }) => tag), ["http.response.status_code", "url.scheme"]);
  assertEquals(await metric(app, "/http.server.request.duration?tag=http.route:/fast"), 404);
  assertEquals(await metric(app, "/http.server.request.duration?tag=wrong"), 400);
  assertEquals(await metric(app, "/nothing.here"), 404);
});

Deno.test("requests at work are counted while they are, those of the actuator never", async () => {
  await using app = await service();
  const slow = [1, 2, 3].map((n) => app.fetch(new Request(`http://localhost/slow/${n}`)));
  await Promise.resolve();
  const during = await metric(app, "/http.server.active_requests");
  await Promise.all(slow);
  const after = await metric(app, "/http.server.active_requests");
  assertEquals([during.measurements, after.measurements], [
    [{ statistic: "VALUE", value: 3 }],
    [{ statistic: "VALUE", value: 0 }],
  ]);
});

Deno.test("GraphQL is measured by operation, error, batch and document; names that clients choose are bounded", async () => {
  await using app = await service();
  await query(app, "query Mottos { authors(count: 3) { motto } }");
  await query(app, "query Mottos { authors(count: 3) { motto } }");
  await query(app, "{ failing }");
  await query(app, "{ nothing }");
  const requests = await metric(app, "/graphql.request");
  assertEquals([requests.measurements[0].value, requests.availableTags], [4, [
    { tag: "graphql.operation.type", values: ["operation", "query"] },
    { tag: "graphql.outcome", values: ["INTERNAL_ERROR", "REQUEST_ERROR", "SUCCESS"] },
    { tag: "graphql.operation.name", values: ["Mottos"] },
  ]]);
  const count = async (path: string) => (await metric(app, path)).measurements[0].value;
  assertEquals(await count("/graphql.dataloader?tag=graphql.loader.name:Author.motto"), 2);
  assertEquals(await count("/graphql.errors?tag=graphql.error.type:INTERNAL_ERROR"), 1);
  assertEquals(await count("/graphql.document.lookups?tag=graphql.document.cache:hit"), 1);
  assertEquals(await count("/graphql.document.lookups?tag=graphql.document.cache:miss"), 3);
  for (let n = 0; n < 150; n++) await query(app, `query N${n} { __typename }`);
  const names = (await metric(app, "/graphql.request")).availableTags[2].values;
  assertEquals([names.length, names.includes("_OTHER")], [101, true]);
});

Deno.test("/actuator/prometheus is read by a parser of Prometheus's format, instruments of one's own included", async () => {
  await using app = await service(data());
  const meter = app.container.get(MeterProvider).getMeter("shop");
  meter.createCounter("shop.orders", { description: 'Orders\nby "kind"', unit: "{order}" }).add(2, {
    "shop.kind": 'gift "wrapped"\\\n',
  });
  await app.fetch(new Request("http://localhost/slow/1"));
  await app.container.get(Database).open();
  const response = await app.fetch(new Request("http://localhost/actuator/prometheus"));
  assertEquals(response.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  const text = await response.text();
  const parsed = parsePrometheus(text) as Family[];
  const families = new Map(parsed.map((family) => [family.name, family]));
  assertEquals(families.get("shop_orders_total") as unknown, {
    name: "shop_orders_total",
    help: 'Orders\nby "kind"',
    type: "COUNTER",
    metrics: [{ value: "2", labels: { shop_kind: 'gift "wrapped"\\\n' } }],
  });
  const duration = families.get("http_server_request_duration_seconds")!;
  const { buckets } = duration.metrics[0]!;
  assertEquals([duration.type, Object.keys(buckets!).length, buckets!["0.005"], buckets!["+Inf"]], [
    "HISTOGRAM",
    15,
    "0",
    "1",
  ]);
  // The parser leaves out the labels of histograms.
  const labels = 'http_request_method="GET",http_response_status_code="200",url_scheme="http",http_route="/slow/{id}"';
  assertEquals(
    text.split("\n").filter((line) => line.startsWith("http_server_request_duration_seconds_count")),
    [`http_server_request_duration_seconds_count{${labels}} 1`],
  );
  assertEquals(families.get("process_memory_usage_bytes")!.type, "GAUGE");
  assertEquals(families.get("target_info")!.metrics.length, 1);
});

Deno.test("/actuator/prometheus speaks OpenMetrics to those who ask for it", async () => {
  await using app = await service();
  await app.fetch(new Request("http://localhost/slow/1"));
  const headers = { accept: "application/openmetrics-text; version=1.0.0, text/plain; q=0.5" };
  const response = await app.fetch(new Request("http://localhost/actuator/prometheus", { headers }));
  assertEquals(response.headers.get("content-type"), "application/openmetrics-text; version=1.0.0; charset=utf-8");
  const lines = (await response.text()).split("\n");
  assertEquals(lines.slice(-2), ["# EOF", ""]);
  assertEquals(lines.slice(0, 2), ["# TYPE target info", "# HELP target Target metadata"]);
  assertEquals(lines.filter((line) => line.startsWith("# ") && line.includes(" process_cpu_time")), [
    "# TYPE process_cpu_time_seconds counter",
    "# UNIT process_cpu_time_seconds seconds",
    "# HELP process_cpu_time_seconds Processor time of the process.",
  ]);
  assertEquals(lines.filter((line) => line.startsWith("process_cpu_time_seconds")).map((line) => line.split(" ")[0]), [
    'process_cpu_time_seconds_total{cpu_mode="user"}',
    'process_cpu_time_seconds_total{cpu_mode="system"}',
  ]);
  assertEquals(
    lines.some((line) => line.startsWith("http_server_request_duration_seconds_bucket") && line.includes('le="1.0"')),
    true,
  );
});

Deno.test("metrics arrive at a receiver of OTLP over HTTP, the last ones when the application stops", async () => {
  // deno-lint-ignore no-explicit-any -- JSON of OTLP
  const received: any[] = [];
  await using collector = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    received.push([new URL(request.url).pathname, await request.json()]);
    return Response.json({});
  });
  const otlpUrl = `http://127.0.0.1:${collector.addr.port}/v1/metrics`;
  const app = await createApp(createContainer(metrics()), {
    properties: { metrics: { otlpUrl }, tracing: { serviceName: "shop" }, logging: { level: "OFF" } },
  });
  app.container.get(MeterProvider).getMeter("shop").createCounter("shop.orders").add(3);
  await app.fetch(new Request("http://localhost/nothing-here"));
  await app[Symbol.asyncDispose]();
  const [[path, { resourceMetrics: [{ resource, scopeMetrics }] }]] = received;
  // deno-lint-ignore no-explicit-any -- JSON of OTLP
  const all = scopeMetrics.flatMap((scope: any) => scope.metrics);
  // deno-lint-ignore no-explicit-any -- JSON of OTLP
  const named = (name: string) => all.find((each: any) => each.name === name);
  assertEquals([received.length, path], [1, "/v1/metrics"]);
  assertEquals(
    resource.attributes.find(({ key }: { key: string }) => key === "service.name").value.stringValue,
    "shop",
  );
  const [point] = named("http.server.request.duration").histogram.dataPoints;
  assertEquals([Number(point.count), point.bucketCounts.length, point.explicitBounds.length], [1, 15, 14]);
  assertEquals(
    Number(named("shop.orders").sum.dataPoints[0].asDouble ?? named("shop.orders").sum.dataPoints[0].asInt),
    3,
  );
});

Deno.test("events of a module are counted once, and stored ones that wait are read from the store", async () => {
  class OrderPlaced {}
  const orders: ContainerModule = new ContainerModule(({ bind }) => {
    const exposes = (name: string) => name === "OrderPlaced";
    bind(InstalledModule).toConstantValue({
      identifier: "orders",
      displayName: "Orders",
      containerModule: orders.id,
      exposes,
    });
    for (const id of ["a", "b"]) {
      const listen = () => {
        if (id === "b") throw new Error("secret");
      };
      bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, listen, { id }));
    }
  });
  await using app = await service(data(), events(), eventPublications(), orders);
  class Unowned {}
  await app.container.get(ApplicationEvents).publish(new Unowned());
  await app.container.get(ApplicationEvents).publish(new OrderPlaced());
  const processed = await metric(app, "/modulith.events.processed");
  assertEquals([processed.measurements, processed.availableTags], [[{ statistic: "COUNT", value: 1 }], [
    { tag: "event_type", values: ["OrderPlaced"] },
    { tag: "module_name", values: ["Orders"] },
  ]]);
  assertEquals((await metric(app, "/modulith.events.backlog")).availableTags[0].tag, "status");
  await app.container.get(AfterCommitDelivery).settled();
  const handled = await metric(app, "/modulith.events.listener?tag=event_type:OrderPlaced");
  assertEquals([handled.measurements[0].value, handled.availableTags], [2, [
    { tag: "listener", values: ["a", "b"] },
    { tag: "module_name", values: ["Orders"] },
    { tag: "outcome", values: ["ERROR", "SUCCESS"] },
  ]]);
});

Deno.test("with tracing installed, too, each request is measured once, whether its trace is recorded or not", async () => {
  for (const sampleRatio of [0, 1]) {
    const container = createContainer(graphql({ schema: [schema] }), controller(Authors), actuator(), metrics());
    container.load(tracing({ exporters: [inMemoryExporter()] }));
    await using app = await createApp(container, {
      properties: { tracing: { sampleRatio }, actuator: { exposureInclude: ["metrics"] }, logging: { level: "OFF" } },
    });
    await query(app, "{ authors(count: 2) { motto } }");
    for (const name of ["http.server.request.duration", "graphql.request", "graphql.dataloader"]) {
      assertEquals([name, (await metric(app, `/${name}`)).measurements[0].value], [name, 1]);
    }
  }
});
