/** Run by the test of OpenTelemetry's variables, since these belong to a whole process. */
import { createApp, createContainer } from "@espalier/espalier";
import { tracing } from "@espalier/espalier/observability";

async function sendOne(properties: object = {}): Promise<void> {
  await using app = await createApp(createContainer(tracing()), {
    properties: { logging: { level: "OFF" }, ...properties },
  });
  await app.fetch(new Request("http://localhost/nothing-here"));
}

await sendOne();
await sendOne({ tracing: { serviceName: "by property" } });
Deno.env.set("OTEL_TRACES_SAMPLER", "always_off");
await sendOne();
Deno.env.set("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc");
await sendOne().catch((error) => console.log(`${error.message}`));
