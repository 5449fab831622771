import { assertEquals } from "@std/assert";
import { otlpReceiver } from "./otlp_receiver.ts";

Deno.test("B3.4 with OTEL_DENO the runtime's span of a request is joined, and each span is below the right field", async () => {
  await using receiver = otlpReceiver();
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "-A", new URL("runtime_program.ts", import.meta.url).pathname],
    env: {
      OTEL_DENO: "true",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_ENDPOINT: new URL(receiver.url).origin,
      OTEL_METRICS_EXPORTER: "none",
      OTEL_LOGS_EXPORTER: "none",
    },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  assertEquals([text(stdout), text(stderr)], ['{"data":{"first":"page","second":"page","quick":"quick"}}\n', ""]);
  const { spans } = receiver;
  const nameOf = (id: string | undefined) => spans.find(({ spanId }) => spanId === id)?.name;
  const own = spans.find(({ name }) => name === "POST /graphql")!;
  const inTrace = spans.filter(({ traceId }) => traceId === own.traceId);
  assertEquals(
    inTrace.map(({ name, kind, parentSpanId, attributes }) =>
      [nameOf(parentSpanId), kind, name, String(attributes["url.path"] ?? "")].join(" | ")
    ).sort(),
    [
      " | client | POST | /graphql",
      "GET | server | GET | /first",
      "GET | server | GET | /second",
      "POST /graphql | internal | graphql query | ",
      "POST | server | POST /graphql | /graphql",
      "graphql field first | client | GET | /first",
      "graphql field second | client | GET | /second",
      "graphql query | internal | graphql field first | ",
      "graphql query | internal | graphql field second | ",
    ],
  );
  const { "http.route": route, "http.response.status_code": status, "url.query": query, "url.full": full } =
    own.attributes;
  assertEquals([route, Number(status), query, new URL(String(full)).search], [
    "/graphql",
    200,
    "token=REDACTED&page=1",
    "?token=REDACTED&page=1",
  ]);
  assertEquals(spans.filter(({ start, end }) => !(start > 1.6e12 && end >= start)), []);
});
