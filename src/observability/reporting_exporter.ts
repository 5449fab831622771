import type { SpanExporter } from "./deps.ts";
import { inRootContext } from "../context/mod.ts";
import type { Logger } from "../kernel/mod.ts";

/**
 * Makes an exporter that tells the log when its receiver begins to refuse spans, and when it takes them again.
 * OpenTelemetry itself says nothing, and a wrong path would look like an application without traces.
 *
 * @param exporter sends the spans
 * @param url where they are sent; credentials in it are not told
 * @param logger is told
 */
export function reportingExporter(exporter: SpanExporter, url: string, logger: Logger): SpanExporter {
  const receiver = withoutCredentials(url);
  let isFailing = false;
  const report = (error: Error | undefined) => {
    if ((error !== undefined) === isFailing) return;
    isFailing = error !== undefined;
    if (error === undefined) return logger.info("Spans are sent again", { url: receiver });
    logger.warn("Cannot send spans as there must be a receiver of OTLP over HTTP, usually at the path /v1/traces", {
      url: receiver,
      reason: error.message,
    });
  };
  return {
    // A batch holds spans of many requests: neither the exporter nor a log line may run in the context of one of them.
    export: (spans, done) =>
      inRootContext(() =>
        exporter.export(spans, (result) => {
          // 0 is success in OpenTelemetry's interface.
          report(result.code === 0 ? undefined : result.error ?? new Error("The receiver gave no reason"));
          done(result);
        })
      ),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}

/** Receivers take a password or a key in the user's place, or as a parameter. */
function withoutCredentials(url: string): string {
  const { origin, pathname } = URL.parse(url) ?? { origin: "", pathname: "" };
  return origin + pathname;
}
