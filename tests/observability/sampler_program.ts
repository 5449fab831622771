/** Run by the test of samplers, since these are told by variables of a whole process: says which requests are recorded. */
import { createApp, createContainer } from "@espalier/espalier";
import { inMemoryExporter, tracing } from "@espalier/espalier/observability";

async function recordedBy(sampler: string, argument: string): Promise<boolean[]> {
  Deno.env.set("OTEL_TRACES_SAMPLER", sampler);
  Deno.env.set("OTEL_TRACES_SAMPLER_ARG", argument);
  const memory = inMemoryExporter();
  await using app = await createApp(createContainer(tracing({ exporters: [memory] })), {
    properties: { logging: { level: "OFF" } },
  });
  const recorded: boolean[] = [];
  for (const flags of [undefined, "00", "01"]) {
    const headers = new Headers();
    if (flags !== undefined) {
      headers.set("traceparent", `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-${flags}`);
    }
    memory.reset();
    await app.fetch(new Request("http://localhost/", { headers }));
    recorded.push(memory.spans.length === 1);
  }
  return recorded;
}

const results: unknown[] = [];
for (const each of Deno.args) {
  const [sampler = "", argument = ""] = each.split("=");
  results.push([each, ...await recordedBy(sampler, argument)]);
}
const refused = await recordedBy("jaeger_remote", "").catch((error) => error.message);
console.log(JSON.stringify({ results, refused }));
