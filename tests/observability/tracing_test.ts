import { ContainerModule, createApp, createContainer, InstalledModule, Logger, LogSink } from "@espalier/espalier";
import { HttpRoute } from "@espalier/espalier/http";
import {
  AfterCommitDelivery,
  ApplicationEvents,
  ApplicationListener,
  ApplicationModuleListener,
  events,
  listenAfterCommit,
} from "@espalier/espalier/modulith";
import { inMemoryExporter, otlpExporter, TracerProvider, Tracing, tracing } from "@espalier/espalier/observability";
import { assertEquals, assertStrictEquals } from "@std/assert";
import { outline, spanTrees } from "./span_tree.ts";

class OrderPlaced {
  constructor(readonly sku: string) {}
}
class Stock {
  async hold(sku: string) {
    await Promise.resolve();
    if (sku === "none") throw new RangeError("Out of stock");
    return this.count(sku);
  }
  count(sku: string) {
    return sku.length;
  }
  async *movements() {
    yield await Promise.resolve(1);
    yield 2;
  }
}
class Shipping {
  readonly shipped: string[] = [];
  @ApplicationModuleListener(OrderPlaced)
  async ship(event: OrderPlaced) {
    await Promise.resolve();
    this.shipped.push(event.sku);
  }
}
class Orders {
  constructor(readonly stock: Stock, readonly applicationEvents: ApplicationEvents) {}
  async place(sku: string) {
    const held = await this.stock.hold(sku);
    await this.applicationEvents.publish(new OrderPlaced(sku));
    return held;
  }
  async moved() {
    let sum = 0;
    for await (const n of this.stock.movements()) sum += n;
    return sum;
  }
}

/** Loads bindings as an application module does. */
function moduleOf(identifier: string, bindings: ConstructorParameters<typeof ContainerModule>[0]): ContainerModule {
  const module: ContainerModule = new ContainerModule((options) => {
    const displayName = identifier[0]!.toUpperCase() + identifier.slice(1);
    const exposes = (name: string) => ["Orders", "Stock", "Shipping", "OrderPlaced", "Parcels"].includes(name);
    options.bind(InstalledModule).toConstantValue({ identifier, displayName, containerModule: module.id, exposes });
    return bindings(options);
  });
  return module;
}

function shop(...features: ContainerModule[]) {
  return createContainer(
    events(),
    moduleOf("orders", ({ bind }) => {
      bind(Orders).toResolvedValue((stock: Stock, e: ApplicationEvents) => new Orders(stock, e), [
        Stock,
        ApplicationEvents,
      ]);
      bind(HttpRoute).toResolvedValue((orders: Orders) => ({
        path: "/orders/{sku}",
        handle: async (_: unknown, { sku }: Record<string, string>) => Response.json(await orders.place(sku!)),
      }), [Orders]);
    }),
    moduleOf("inventory", ({ bind }) => {
      bind(Stock).toSelf();
      bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, () => {}, { id: "restock" }));
    }),
    moduleOf("shipping", ({ bind }) => void bind(Shipping).toSelf()),
    ...features,
  );
}

function post(path: string, headers: Record<string, string> = {}) {
  return new Request(`http://localhost${path}`, { method: "POST", headers });
}

const quiet = { logging: { level: "OFF" } } as const;

Deno.test("B3.1 B3.2 one request gives one trace: HTTP, module calls, listeners after commit", async () => {
  const memory = inMemoryExporter();
  await using app = await createApp(shop(tracing({ exporters: [memory] })), {
    properties: { tracing: { serviceName: "shop" } },
  });
  const response = await app.fetch(post("/orders/abc?gift=yes"));
  assertEquals(await response.json(), 3);
  await app.container.get(AfterCommitDelivery).settled();
  const trees = spanTrees(memory);
  assertEquals(outline(trees), [
    "POST /orders/{sku}",
    "  [shop] Orders",
    "    [shop] Inventory",
    "    [shop] Inventory",
    "    [shop] Shipping",
  ]);
  assertEquals(trees[0]!.attributes, {
    "http.request.method": "POST",
    "http.response.status_code": 200,
    "http.route": "/orders/{sku}",
    "server.address": "localhost",
    "url.path": "/orders/abc",
    "url.query": "gift=yes",
    "url.scheme": "http",
  });
  assertEquals(trees[0]!.children[0]!.attributes, {
    "code.function.name": "Orders.place",
    "module.identifier": "orders",
    "module.invocation-type": "bean",
    "module.key": "orders",
    "module.method": "place",
    "module.name": "Orders",
  });
  assertEquals(trees[0]!.children[0]!.children.map(({ attributes }) => attributes["module.invocation-type"]), [
    "bean",
    "event-listener",
    "event-listener",
  ]);
  assertEquals(new Set(memory.spans.map((span) => span.spanContext().traceId)).size, 1);
});

Deno.test("B3.2 the caller's trace is continued, and its decision not to sample is kept", async () => {
  const memory = inMemoryExporter();
  await using app = await createApp(shop(tracing({ exporters: [memory] })));
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  await app.fetch(post("/orders/abc", { traceparent: `00-${traceId}-b7ad6b7169203331-01`, tracestate: "a=b" }));
  await app.container.get(AfterCommitDelivery).settled();
  const server = memory.spans.find((span) => span.name === "POST /orders/{sku}")!;
  assertEquals([server.spanContext().traceId, server.parentSpanContext?.spanId], [traceId, "b7ad6b7169203331"]);
  assertEquals(server.spanContext().traceState?.serialize(), "a=b");
  memory.reset();
  await app.fetch(post("/orders/abc", { traceparent: `00-${traceId}-b7ad6b7169203331-00` }));
  await app.container.get(AfterCommitDelivery).settled();
  assertEquals(memory.spans, []);
});

Deno.test("B3.1 C-145 C-154 spans end when promises settle and iterators finish; failures are recorded", async () => {
  const memory = inMemoryExporter();
  await using app = await createApp(shop(tracing({ exporters: [memory] })), { properties: quiet });
  const orders = app.container.get(Orders);
  assertEquals(await orders.moved(), 3);
  assertEquals(outline(spanTrees(memory)), ["Orders", "  Inventory"]);
  memory.reset();
  const response = await app.fetch(post("/orders/none"));
  assertEquals(response.status, 500);
  assertEquals(
    memory.spans.map(({ name, status, events }) => [name, status.code, events.map((event) => event.name)]),
    [
      ["Inventory", 2, ["exception", "event.publication.failure"]],
      ["Orders", 2, ["exception", "event.publication.failure"]],
      ["POST /orders/{sku}", 2, ["exception"]],
    ],
  );
});

Deno.test("Tracing: a span of one's own is the parent of what happens in it, and headers carry it on", async () => {
  const memory = inMemoryExporter();
  await using app = await createApp(shop(tracing({ exporters: [memory] })));
  const traces = app.container.get(Tracing);
  assertEquals(traces.headers(), {});
  const headers = await traces.inSpan("nightly", async (span) => {
    assertStrictEquals(traces.activeSpan, span);
    await app.container.get(Orders).moved();
    return traces.headers();
  });
  assertEquals(outline(spanTrees(memory)), ["nightly", "  Orders", "    Inventory"]);
  const { traceId, spanId } = memory.spans.at(-1)!.spanContext();
  assertEquals(headers, { traceparent: `00-${traceId}-${spanId}-01` });
});

Deno.test("B3.1 what happens within a module's work names the module, however deep, by whatever library", async () => {
  const memory = inMemoryExporter();
  class Parcels {
    constructor(readonly stock: Stock, readonly traces: Tracing, readonly provider: TracerProvider) {}
    async pack() {
      await this.traces.inSpan("wrap", async () => {
        await this.stock.hold("abc");
        this.provider.getTracer("driver").startSpan("select", {}, this.traces.active).end();
      });
    }
  }
  const parcels = moduleOf("parcels", ({ bind }) =>
    void bind(Parcels).toResolvedValue(
      (stock: Stock, traces: Tracing, provider: TracerProvider) => new Parcels(stock, traces, provider),
      [Stock, Tracing, TracerProvider],
    ));
  await using app = await createApp(shop(parcels, tracing({ exporters: [memory] })));
  await app.container.get(Tracing).inSpan("nightly", () => app.container.get(Parcels).pack());
  assertEquals(memory.spans.map(({ name, attributes }) => [name, attributes["module.key"]]), [
    ["Inventory", "inventory"],
    ["select", "parcels"],
    ["wrap", "parcels"],
    ["Parcels", "parcels"],
    ["nightly", undefined],
  ]);
});

Deno.test("B3.3 C-148 tracing that is switched off wraps nothing and records nothing", async () => {
  const memory = inMemoryExporter();
  await using app = await createApp(shop(tracing({ exporters: [memory] })), {
    properties: { tracing: { enabled: false } },
  });
  assertEquals(await (await app.fetch(post("/orders/abc"))).json(), 3);
  assertEquals([memory.spans, app.container.isBound(Tracing)], [[], false]);
});

Deno.test("B3.4 a ratio of 0 samples nothing that a caller did not", async () => {
  const memory = inMemoryExporter();
  await using app = await createApp(shop(tracing({ exporters: [memory] })), {
    properties: { tracing: { sampleRatio: 0 } },
  });
  await app.fetch(post("/orders/abc"));
  assertEquals(memory.spans, []);
});

Deno.test("B3.4 spans are sent by OTLP over HTTP, the last ones when the application stops", async () => {
  const received: unknown[] = [];
  await using collector = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    received.push([request.method, new URL(request.url).pathname, request.headers.get("content-type")]);
    const body = await request.json();
    for (const { resource, scopeSpans } of body.resourceSpans) {
      received.push(
        resource.attributes.filter(({ key }: { key: string }) => key === "service.name"),
        scopeSpans.flatMap((s: { spans: { name: string }[] }) => s.spans.map((x) => x.name)),
      );
    }
    return Response.json({});
  });
  const url = `http://127.0.0.1:${collector.addr.port}/v1/traces`;
  const app = await createApp(shop(tracing()), {
    properties: { tracing: { otlpUrl: url, serviceName: "shop" }, logging: { level: "OFF" } },
  });
  await app.fetch(post("/orders/abc"));
  await app[Symbol.asyncDispose]();
  assertEquals(received, [
    ["POST", "/v1/traces", "application/json"],
    [{ key: "service.name", value: { stringValue: "shop" } }],
    ["[shop] Inventory", "[shop] Inventory", "[shop] Shipping", "[shop] Orders", "POST /orders/{sku}"],
  ]);
});

Deno.test("B3.4 a receiver that refuses spans is reported once, and when it takes them again", async () => {
  const secondRefused = Promise.withResolvers<void>();
  const told = { WARN: Promise.withResolvers<void>(), INFO: Promise.withResolvers<void>() };
  let refused = 0;
  let status = 404;
  await using collector = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    await request.text();
    if (status === 404 && ++refused === 2) secondRefused.resolve();
    return Response.json({}, { status });
  });
  const url = `http://127.0.0.1:${collector.addr.port}/`;
  const secret = `http://me:secret@127.0.0.1:${collector.addr.port}/?key=secret`;
  const lines: unknown[] = [];
  const container = shop(tracing({ exporters: [otlpExporter({ url: secret, delayMs: 1 })] }));
  container.bind(LogSink).toConstantValue(({ level, category, message, fields }) => {
    if (category !== "espalier.tracing") return;
    lines.push([level, message, fields.url]);
    told[level as keyof typeof told].resolve();
  });
  await using app = await createApp(container);
  await app.fetch(post("/orders/abc"));
  await told.WARN.promise;
  await app.fetch(post("/orders/abc"));
  await secondRefused.promise;
  status = 200;
  await app.fetch(post("/orders/abc"));
  await told.INFO.promise;
  assertEquals(lines, [
    ["WARN", "Cannot send spans as there must be a receiver of OTLP over HTTP, usually at the path /v1/traces", url],
    ["INFO", "Spans are sent again", url],
  ]);
});

Deno.test("B3.4 log lines name no trace where nobody traces", async () => {
  const lines: unknown[] = [];
  const container = shop(tracing());
  container.bind(LogSink).toConstantValue(({ message, fields }) => lines.push([message, fields]));
  await using app = await createApp(container);
  lines.length = 0;
  await app.container.get(Tracing).inSpan("work", () => app.container.get(Logger).info("At work"));
  assertEquals(lines, [["At work", {}]]);
});

Deno.test("B3.1 a span tells neither what clients typed into a document nor credentials in the query", async () => {
  const requests = [
    "/graphql?query=%7Bme(pin:1)%7D&variables=%7B%22pin%22:1%7D&operationName=Me&extensions=%7B%7D&token=t",
    "/books/search?query=emma&Access_Token=t&page=1&api%5Fkey=k&sig&%zz=1",
  ];
  for (const includeDocument of [false, true]) {
    const memory = inMemoryExporter();
    await using app = await createApp(shop(tracing({ exporters: [memory] })), {
      properties: { tracing: { includeDocument } },
    });
    for (const path of requests) await app.fetch(new Request(`http://localhost${path}`));
    const document = includeDocument ? "%7Bme(pin:1)%7D" : "REDACTED";
    assertEquals(memory.spans.map((span) => span.attributes["url.query"]), [
      `query=${document}&variables=REDACTED&operationName=Me&extensions=REDACTED&token=REDACTED`,
      "query=emma&Access_Token=REDACTED&page=1&api%5Fkey=REDACTED&sig&%zz=1",
    ]);
  }
});

Deno.test("B3.4 the actuator's own requests are not traced", async () => {
  const memory = inMemoryExporter();
  await using app = await createApp(shop(tracing({ exporters: [memory] })));
  await app.fetch(new Request("http://localhost/actuator/health"));
  await app.fetch(new Request("http://localhost/actuators"));
  assertEquals(memory.spans.map((span) => span.attributes["url.path"]), ["/actuators"]);
});

Deno.test("B3.4 probes are not traced, whatever the actuator's base path", async () => {
  const cases: readonly [basePath: string, traced: string[]][] = [
    ["/manage/", ["/actuator/health", "/managers", "/livezz"]],
    ["/", ["/actuator/health", "/manage/health", "/managers", "/livezz"]],
  ];
  for (const [basePath, traced] of cases) {
    const memory = inMemoryExporter();
    await using app = await createApp(shop(tracing({ exporters: [memory] })), {
      properties: { actuator: { basePath, probePaths: true } },
    });
    for (const path of ["/livez", "/readyz", "/actuator/health", "/manage/health", "/managers", "/livezz"]) {
      await app.fetch(new Request(`http://localhost${path}`));
    }
    assertEquals(memory.spans.map((span) => span.attributes["url.path"]), traced);
  }
});

Deno.test("B3.1 methods that nobody knows are told apart in traces alone", async () => {
  const memory = inMemoryExporter();
  await using app = await createApp(shop(tracing({ exporters: [memory] })));
  for (const method of ["PATCH", "FROBNICATE", "get"]) {
    await app.fetch(new Request("http://localhost/nothing-here", { method }));
  }
  assertEquals(
    memory.spans.map(({ name, attributes }) => [
      name,
      attributes["http.request.method"],
      attributes["http.request.method_original"],
    ]),
    [["PATCH", "PATCH", undefined], ["HTTP", "_OTHER", "FROBNICATE"], ["GET", "GET", undefined]],
  );
});

Deno.test("B3.2 a caller's header that names no trace begins a new one", async () => {
  const memory = inMemoryExporter();
  await using app = await createApp(shop(tracing({ exporters: [memory] })));
  const [trace, span] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];
  const broken = [
    "",
    "00",
    `00-${trace}-${span}`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${"0".repeat(32)}-${span}-01`,
    `00-${trace}-${"0".repeat(16)}-01`,
    `ff-${trace}-${span}-01`,
    `00-${trace}-${span}-01-more`,
    `00-${trace}-${span}-1`,
    `00-${trace}-${span}-01, 00-${trace}-${span}-01`,
    "x".repeat(10_000),
  ];
  for (const traceparent of broken) {
    const response = await app.fetch(post("/nothing-here", { traceparent, tracestate: "a=b,,=,c" }));
    assertEquals(response.status, 404, traceparent);
  }
  assertEquals(memory.spans.map((each) => [each.parentSpanContext, each.spanContext().traceId === trace]), [
    ...broken.map(() => [undefined, false]),
  ]);
});

Deno.test("B3.1 what the container calls to unmake beans is no call between modules", async () => {
  const memory = inMemoryExporter();
  const seen: number[] = [];
  const container = createContainer(
    tracing({ exporters: [memory] }),
    moduleOf("inventory", ({ bind }) => {
      bind(Stock).toSelf().onDeactivation((stock) => void seen.push(stock.count("ab")));
    }),
  );
  {
    await using app = await createApp(container);
    app.container.get(Stock).count("abc");
    assertEquals(memory.spans.map(({ name }) => name), ["Inventory"]);
  }
  assertEquals([seen, memory.spans.length], [[2], 1]);
});

Deno.test("B3.1 server and failure are told by the names of OpenTelemetry's conventions", async () => {
  const memory = inMemoryExporter();
  await using app = await createApp(shop(tracing({ exporters: [memory] })), { properties: quiet });
  for (const origin of ["https://shop.example:8443", "http://[::1]", "http://[::1]:8000"]) {
    await app.fetch(new Request(`${origin}/orders/none`, { method: "POST" }));
  }
  const servers = memory.spans.filter((span) => span.kind === 1);
  const names = ["url.scheme", "server.address", "server.port", "error.type"];
  assertEquals(servers.map(({ attributes }) => names.map((name) => attributes[name])), [
    ["https", "shop.example", 8443, "RangeError"],
    ["http", "::1", undefined, "RangeError"],
    ["http", "::1", 8000, "RangeError"],
  ]);
});
