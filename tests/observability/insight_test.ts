import { createApp, createContainer, type EspalierPropertiesInput } from "@espalier/espalier";
import { insight, type InsightOptions, otlpExporter, Tracing, tracing } from "@espalier/espalier/observability";
import { actuator } from "@espalier/espalier/actuator";
import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";

const structure = { version: 1, systemName: "shop", modules: [], violations: [] };

async function app(properties: EspalierPropertiesInput, options: InsightOptions = {}) {
  const container = createContainer(insight({ modulith: { structure }, actuator: { diskSpace: false }, ...options }));
  return await createApp(container, {
    properties: { logging: { level: "OFF" }, actuator: { discovery: true, exposureInclude: ["*"] }, ...properties },
  });
}

function get(path: string, accept = "application/json"): Request {
  return new Request(`http://localhost${path}`, { headers: { accept } });
}

Deno.test("B3.5 insight installs actuator, module actuator and tracing together", async () => {
  await using running = await app({});
  const { _links } = await (await running.fetch(get("/actuator"))).json();
  assertEquals(Object.keys(_links), ["self", "health-path", "health", "modulith"]);
  assertEquals(running.container.isBound(Tracing), true);
});

Deno.test("B3.5 a misspelt option of the page of traces is refused", () => {
  assertThrows(
    () => insight({ traces: { maxTrace: 1 } as object }),
    TypeError,
    'Cannot use option "maxTrace" of traces() as it does not exist: did you mean "maxTraces"?',
  );
});

Deno.test("B3.5 in development the last traces are shown as waterfalls", async () => {
  await using running = await app({ preset: "development", tracing: { serviceName: "<shop>" } });
  await running.container.get(Tracing).inSpan("first <script>", () => {});
  await running.fetch(get("/hello"));
  const response = await running.fetch(get("/actuator/traces"));
  const { traces } = await response.json();
  assertEquals(traces.map(({ spans }: { spans: { name: string }[] }) => spans.map(({ name }) => name)), [
    ["GET"],
    ["first <script>"],
  ]);
  const page = await running.fetch(get("/actuator/traces", "text/html"));
  assertEquals(page.headers.get("content-type"), "text/html; charset=utf-8");
  const html = await page.text();
  assertStringIncludes(html, "first &#60;script&#62;");
  assertEquals([/<script/.test(html), /<shop>/.test(html)], [false, false]);
  const one = await running.fetch(get(`/actuator/traces/${traces[0].traceId}`));
  assertEquals((await one.json()).traces.length, 1);
  assertEquals((await running.fetch(get("/actuator/traces/none"))).status, 404);
});

Deno.test("B3.5 the page of traces is not there in production, unless it is asked for", async () => {
  await using production = await app({});
  assertEquals((await production.fetch(get("/actuator/traces"))).status, 404);
  await using asked = await app({}, { traces: { always: true } });
  assertEquals((await asked.fetch(get("/actuator/traces"))).status, 200);
});

Deno.test("B3.4 the page receives the spans of other processes by OTLP over HTTP", async () => {
  await using running = await app({ preset: "development" });
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, running.fetch);
  const url = `http://127.0.0.1:${server.addr.port}/actuator/traces/v1/traces`;
  {
    const other = createContainer(tracing({ exporters: [otlpExporter({ url })] }), actuator({ diskSpace: false }));
    await using sender = await createApp(other, { properties: { tracing: { serviceName: "other" } } });
    await sender.fetch(get("/from-elsewhere?x=1"));
  }
  const { traces: [{ spans: [span] }] } = await (await running.fetch(get("/actuator/traces"))).json();
  assertEquals([span.service, span.name, span.kind, span.hasFailed, span.attributes["url.path"]], [
    "other",
    "GET",
    "server",
    false,
    "/from-elsewhere",
  ]);
});

Deno.test("B3.4 what is no export request is refused with a reason", async () => {
  await using running = await app({ preset: "development", http: { maxBodyBytes: 200 } });
  const send = async (body: string, type = "application/json") => {
    const response = await running.fetch(
      new Request("http://localhost/actuator/traces/v1/traces", {
        method: "POST",
        body,
        headers: { "content-type": type },
      }),
    );
    return [response.status, (await response.json()).detail];
  };
  const because = "Cannot read spans as the body must be an OTLP export request in JSON: ";
  const span = (fields: object) => JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [fields] }] }] });
  assertEquals(await send("{}"), [200, undefined]);
  assertEquals(await send("[]"), [400, `${because}"resourceSpans" must be a list of objects`]);
  assertEquals(await send(span({ name: 7 })), [400, `${because}"traceId" must be a text`]);
  assertEquals(await send(span({ traceId: "xyz" })), [400, `${because}"traceId" must have 32 hexadecimal digits`]);
  assertEquals(await send("{}", "application/x-protobuf"), [415, "Spans are received as application/json"]);
  assertEquals((await send("{"))[0], 400);
  assertEquals((await send(" ".repeat(201)))[0], 413);
});
