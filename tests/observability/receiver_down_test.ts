import { createApp, createContainer } from "@espalier/espalier";
import { otlpExporter, tracing } from "@espalier/espalier/observability";
import { assertEquals } from "@std/assert";

/** Starts an application that exports to a receiver, makes a trace, and stops the application. */
async function traceAndStop(port: number): Promise<void> {
  const exporter = otlpExporter({ url: `http://127.0.0.1:${port}/v1/traces`, timeoutMs: 100 });
  const app = await createApp(createContainer(tracing({ exporters: [exporter] })), {
    properties: { logging: { level: "OFF" } },
  });
  await app.fetch(new Request("http://localhost/"));
  await app[Symbol.asyncDispose]();
}

Deno.test("B3.4 a receiver that is down does not keep the application from stopping", async () => {
  await traceAndStop(1);
});

Deno.test("B3.4 a receiver that does not answer does not keep the application from stopping", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const connections: Deno.Conn[] = [];
  const accepting = (async () => {
    for await (const connection of listener) connections.push(connection);
  })();
  await traceAndStop(listener.addr.port);
  const attempts = connections.length;
  for (const connection of connections) connection.close();
  listener.close();
  await accepting;
  assertEquals(attempts > 0, true);
});
