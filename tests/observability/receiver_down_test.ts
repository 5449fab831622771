import { createApp, createContainer, LogSink } from "@espalier/espalier";
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

Deno.test("B3.4 a receiver whose answers never end does not keep the application from stopping", async () => {
  const closed = new AbortController();
  const drips: ReturnType<typeof setInterval>[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, signal: closed.signal, onListen() {} }, () => {
    const drops = new ReadableStream<Uint8Array>({
      start(controller) {
        drips.push(setInterval(() => controller.enqueue(new Uint8Array([32])), 10));
      },
      cancel: stopDripping,
    });
    return new Response(drops);
  });
  function stopDripping(): void {
    drips.forEach(clearInterval);
  }
  const url = `http://127.0.0.1:${server.addr.port}/v1/traces`;
  const start = performance.now();
  // The last spans leave when the application stops, or before.
  for (const delayMs of [60_000, 1]) {
    const refused = Promise.withResolvers<unknown>();
    const container = createContainer(tracing({ exporters: [otlpExporter({ url, timeoutMs: 100, delayMs })] }));
    container.bind(LogSink).toConstantValue(({ level, fields }) => level === "WARN" && refused.resolve(fields.reason));
    const app = await createApp(container);
    await app.fetch(new Request("http://localhost/"));
    if (delayMs > 1) await app[Symbol.asyncDispose]();
    assertEquals(await refused.promise, "No complete answer within 100 ms");
    await app[Symbol.asyncDispose]();
  }
  // Half a minute where nobody else gives up.
  assertEquals(performance.now() - start < 10_000, true);
  stopDripping();
  closed.abort();
  await server.finished;
});
