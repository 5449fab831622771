import type { ReadableSpan, SpanProcessor } from "../deps.ts";
import type { TraceExporter } from "../trace_exporter.ts";
import { type ReceivedSpan, spanKinds } from "./received_span.ts";
import type { TraceStore } from "./trace_store.ts";

/**
 * Brings the spans of this process into a store, without going over the network.
 *
 * @param store keeps the spans
 */
export function localSpans(store: TraceStore): TraceExporter {
  const processor: SpanProcessor = {
    onStart() {},
    onEnd: (span) => store.add(span.spanContext().traceId, () => spanOf(span)),
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  };
  return { processor: () => processor };
}

function spanOf(span: ReadableSpan): ReceivedSpan {
  const { traceId, spanId } = span.spanContext();
  return {
    traceId,
    spanId,
    ...(span.parentSpanContext && { parentSpanId: span.parentSpanContext.spanId }),
    service: String(span.resource.attributes["service.name"] ?? ""),
    name: span.name,
    kind: spanKinds[span.kind] ?? "internal",
    start: milliseconds(span.startTime),
    end: milliseconds(span.endTime),
    // 2 is the status of failures in OpenTelemetry's interface.
    hasFailed: span.status.code === 2,
    attributes: { ...span.attributes },
    events: span.events.map(({ name, time }) => ({ name, time: milliseconds(time) })),
    links: span.links.map(({ context }) => context.traceId),
  };
}

function milliseconds([seconds, nanoseconds]: readonly [number, number]): number {
  return seconds * 1_000 + nanoseconds / 1_000_000;
}
