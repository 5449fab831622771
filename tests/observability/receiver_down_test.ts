import { createApp, createContainer } from "@espalier/espalier";
import { otlpExporter, tracing } from "@espalier/espalier/observability";

Deno.test("B3.4 a receiver that is down does not keep the application from stopping", async () => {
  const exporter = otlpExporter({ url: "http://127.0.0.1:1/v1/traces", timeoutMs: 100 });
  const app = await createApp(createContainer(tracing({ exporters: [exporter] })), {
    properties: { logging: { level: "OFF" } },
  });
  await app.fetch(new Request("http://localhost/"));
  await app[Symbol.asyncDispose]();
});
