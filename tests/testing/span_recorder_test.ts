import { assertEquals, assertMatch } from "@std/assert";
import { ContainerModule, createApp, createContainer, Logger, LogSink } from "@espalier/espalier";
import { HttpRoute } from "@espalier/espalier/http";
import { Tracing, tracing } from "@espalier/espalier/observability";
import { SpanRecorder } from "@espalier/espalier/testing";

Deno.test("B3.4 a span recorder keeps spans as a tree, and log lines carry the trace's id", async () => {
  const spans = new SpanRecorder();
  const lines: Record<string, unknown>[] = [];
  const work = new ContainerModule(({ bind }) => {
    bind(LogSink).toConstantValue(({ message, fields }) => lines.push({ message, ...fields }));
    bind(HttpRoute).toResolvedValue((logger: Logger) => ({
      method: "GET",
      path: "/work",
      handle: async () => {
        const traces = container.get(Tracing);
        await traces.inSpan("first", () => traces.inSpan("inner", () => logger.info("Working")));
        await traces.inSpan("second", () => {});
        return new Response("done");
      },
    }), [Logger]);
  });
  const container = createContainer(tracing({ exporters: [spans] }), work);
  await using app = await createApp(container);
  await app.fetch(new Request("http://localhost/work"));
  assertEquals(spans.tree(), ["GET /work", "  first", "    inner", "  second"]);
  const [inner] = spans.named("inner");
  const { traceId, spanId } = inner!.spanContext();
  assertMatch(traceId, /^[0-9a-f]{32}$/);
  assertEquals(lines, [{ message: "Working", traceId, spanId }]);
  app.container.get(Logger).info("Outside");
  assertEquals(lines[1], { message: "Outside" });
  spans.clear();
  assertEquals(spans.all, []);
});
