import type { SpanExporter } from "./deps.ts";

/**
 * Makes an exporter that comes to an end in time. OpenTelemetry's own waits for the end of an answer as long as bytes
 * arrive, and for that once more when it is shut down.
 *
 * @param exporter sends the spans
 * @param timeoutMs how long each batch, and the shutdown, may take, in milliseconds
 */
export function boundedExporter(exporter: SpanExporter, timeoutMs: number): SpanExporter {
  return {
    export(spans, done) {
      const sent = new Promise<Parameters<typeof done>[0]>((resolve) => exporter.export(spans, resolve));
      // 1 is failure in OpenTelemetry's interface.
      within(sent, timeoutMs).then(done, (error) => done({ code: 1, error }));
    },
    shutdown: () => within(exporter.shutdown(), timeoutMs),
    forceFlush: () => within(exporter.forceFlush?.() ?? Promise.resolve(), timeoutMs),
  };
}

async function within<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`No complete answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
