import { ContainerModule, createApp, createContainer, InstalledModule, Logger, LogSink } from "@espalier/espalier";
import { HttpRoute } from "@espalier/espalier/http";
import { ModuleCalls } from "../../src/modulith/interception/module_calls.ts";
import { inMemoryExporter, Tracing, tracing } from "@espalier/espalier/observability";
import { assertEquals } from "@std/assert";

class Stock {
  async count(): Promise<number> {
    await Promise.resolve();
    return 1;
  }
}

/** Calls the module before and after a wait, and says what it would send to another service. */
function shop(exporter: ReturnType<typeof inMemoryExporter>) {
  const inventory: ContainerModule = new ContainerModule(({ bind }) => {
    const facts = { identifier: "inventory", displayName: "Inventory", exposes: (name: string) => name === "Stock" };
    bind(InstalledModule).toConstantValue({ ...facts, containerModule: inventory.id });
    bind(Stock).toSelf();
    bind(HttpRoute).toResolvedValue((stock: Stock, traces: Tracing, logger: Logger) => ({
      path: "/stock",
      handle: async () => {
        await stock.count();
        await new Promise((resolve) => setTimeout(resolve, 0));
        await stock.count();
        await traces.inSpan("own", () => logger.info("Counted"));
        return Response.json(traces.headers());
      },
    }), [Stock, Tracing, Logger]);
  });
  return createContainer(inventory, tracing({ exporters: [exporter] }));
}

async function ask(app: { fetch(request: Request): Response | Promise<Response> }, headers: HeadersInit = {}) {
  const { traceparent } = await (await app.fetch(new Request("http://localhost/stock", { headers }))).json();
  return traceparent as string;
}

Deno.test("B3.4 of traces that are partly recorded each is whole or not there, whatever runs at the same time", async () => {
  const memory = inMemoryExporter();
  await using app = await createApp(shop(memory), {
    properties: { tracing: { sampleRatio: 0.3 }, logging: { level: "OFF" } },
  });
  const parents = await Promise.all(Array.from({ length: 300 }, () => ask(app)));
  const sampled = parents.filter((parent) => parent.endsWith("-01")).map((parent) => parent.split("-")[1]);
  assertEquals(parents.filter((parent) => parent.endsWith("-00")).length, 300 - sampled.length);
  const traces = Map.groupBy(memory.spans, (span) => span.spanContext().traceId);
  assertEquals([...traces.keys()].sort(), sampled.sort());
  assertEquals(
    new Set([...traces.values()].map((spans) => spans.map(({ name }) => name).sort().join())),
    new Set(["GET /stock,Inventory,Inventory,own"]),
  );
  // Six standard deviations on either side of 90.
  assertEquals(sampled.length > 42 && sampled.length < 138, true);
});

Deno.test("B3.4 what a caller decided holds for all that its request does, and is passed on with its trace", async () => {
  const memory = inMemoryExporter();
  const lines: unknown[] = [];
  const container = shop(memory);
  container.bind(LogSink).toConstantValue(({ message, fields }) => message === "Counted" && lines.push(fields.traceId));
  await using app = await createApp(container, { properties: { tracing: { sampleRatio: 0 } } });
  const trace = "0af7651916cd43dd8448eb211c80319c";
  const caller = (flags: string) => ({ traceparent: `00-${trace}-b7ad6b7169203331-${flags}` });
  assertEquals(await ask(app, caller("00")), `00-${trace}-b7ad6b7169203331-00`);
  assertEquals(memory.spans, []);
  assertEquals((await ask(app, caller("01"))).startsWith(`00-${trace}-`), true);
  assertEquals(memory.spans.map(({ name }) => name), ["Inventory", "Inventory", "own", "GET /stock"]);
  assertEquals((await ask(app)).endsWith("-00"), true);
  assertEquals(memory.spans.length, 4);
  assertEquals(lines, [trace, trace, undefined]);
});

Deno.test("B3.3 a call between modules that is not recorded is a call: nothing is counted, nothing follows the module", async () => {
  for (const [sampleRatio, counts] of [[0, []], [1, [{ from: undefined, to: "inventory", count: 2 }]]] as const) {
    await using app = await createApp(shop(inMemoryExporter()), {
      properties: { tracing: { sampleRatio }, logging: { level: "OFF" } },
    });
    await ask(app);
    assertEquals(app.container.get(ModuleCalls).counts, counts);
  }
});

Deno.test("B3.4 OTEL_TRACES_SAMPLER decides as OpenTelemetry's samplers do", async () => {
  const cases: [sampler: string, root: boolean, unsampledCaller: boolean, sampledCaller: boolean][] = [
    ["always_on", true, true, true],
    ["always_off", false, false, false],
    ["traceidratio=1", true, true, true],
    ["traceidratio=0", false, false, false],
    ["parentbased_always_on", true, false, true],
    ["parentbased_always_off", false, false, true],
    ["parentbased_traceidratio=0", false, false, true],
  ];
  const program = new URL("sampler_program.ts", import.meta.url).pathname;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "-A", program, ...cases.map(([sampler]) => sampler)],
  }).output();
  assertEquals(JSON.parse(new TextDecoder().decode(stdout)), {
    results: cases,
    refused: 'Cannot start the application as "tracing: load OpenTelemetry" failed: Cannot sample traces as ' +
      'OTEL_TRACES_SAMPLER must be one of "always_on", "always_off", "traceidratio", "parentbased_always_on", ' +
      '"parentbased_always_off", "parentbased_traceidratio": current value is "jaeger_remote"',
  });
});
