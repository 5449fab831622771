import { createApp, createContainer } from "@espalier/espalier";
import { inMemoryExporter, TracerProvider, Tracing, tracing } from "@espalier/espalier/observability";
import { type Attributes, type Span, SpanStatusCode } from "@opentelemetry/api";
import { type ReadableSpan, TracerProvider as SdkTracerProvider } from "@opentelemetry/sdk-trace";
import { assertEquals } from "@std/assert";
import fc from "fast-check";

/** What a program may do with a span. */
type Step = (span: Span) => void;

const key = fc.oneof(fc.constantFrom("a", "b", "constructor", ""), fc.string());
const attributes = fc.dictionary(key, fc.anything({ withNullPrototype: true }), {
  noNullPrototype: true,
}) as fc.Arbitrary<
  Attributes
>;
const time = fc.oneof(
  fc.integer({ min: 1_000_000_000_000, max: 2_000_000_000_000 }),
  fc.date({ min: new Date(2000, 0), max: new Date(2100, 0), noInvalidDate: true }),
  // Of seconds and nanoseconds the milliseconds: a start and an end are held to a quarter of a microsecond.
  fc.tuple(fc.integer({ min: 1, max: 2_000_000_000 }), fc.integer({ min: 0, max: 999 }).map((ms) => ms * 1_000_000)),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(key, fc.anything()).map(([name, value]): Step => (span) => span.setAttribute(name, value as string)),
  attributes.map((each): Step => (span) => span.setAttributes(each)),
  fc.string().map((name): Step => (span) => span.updateName(name)),
  fc.record({ code: fc.constantFrom(0, 1, 2), message: fc.string() }).map((status): Step => (span) =>
    span.setStatus(status)
  ),
  fc.tuple(fc.string(), time).map(([name, at]): Step => (span) => span.addEvent(name, at)),
  fc.tuple(fc.string(), fc.dictionary(fc.string({ minLength: 1 }), fc.oneof(fc.string(), fc.integer())), time).map((
    [name, more, at],
  ): Step =>
  (span) => span.addEvent(name, more, at)),
  fc.tuple(
    fc.oneof(fc.string({ minLength: 1 }), fc.record({ name: fc.string({ minLength: 1 }), message: fc.string() })),
    time,
  )
    .map(([exception, at]): Step => (span) => span.recordException(exception, at)),
  fc.constant<Step>((span) =>
    span.addLink({ context: { traceId: "1".repeat(32), spanId: "2".repeat(16), traceFlags: 1 }, attributes: { n: 1 } })
  ),
  time.map((at): Step => (span) => span.end(at)),
);

/** What exporters read, without what is random. */
function read(span: ReadableSpan): unknown {
  const { name, kind, status, attributes, links, events, startTime, endTime, duration, ended } = span;
  return {
    ...{ name, kind, status, links, startTime, endTime, duration, ended },
    attributes: { ...attributes },
    events: events.map((event) => ({
      name: event.name,
      time: event.time,
      attributes: event.attributes ?? {},
      dropped: event.droppedAttributesCount ?? 0,
    })),
    dropped: [span.droppedAttributesCount, span.droppedEventsCount, span.droppedLinksCount],
    parent: span.parentSpanContext,
    flags: span.spanContext().traceFlags,
    scope: span.instrumentationScope.name,
  };
}

Deno.test("B3.1 a span is to exporters what the span of OpenTelemetry's SDK is, whatever a program does with it", async () => {
  const [ours, theirs] = [inMemoryExporter(), inMemoryExporter()];
  await using app = await createApp(createContainer(tracing({ exporters: [ours] })));
  const processor = await theirs.processor({} as never);
  const providers = [app.container.get(TracerProvider), new SdkTracerProvider({ spanProcessors: [processor] })];
  fc.assert(fc.property(
    fc.array(step, { maxLength: 30 }),
    fc.option(attributes, { nil: undefined }),
    time,
    (steps, given, end) => {
      ours.reset();
      theirs.reset();
      for (const provider of providers) {
        const startTime = new Date(1_500_000_000_000);
        const span = provider.getTracer("test").startSpan("work", { startTime, ...(given && { attributes: given }) });
        for (const each of steps) each(span);
        span.end(end);
      }
      const [[our], [their]] = [ours.spans, theirs.spans];
      assertEquals(read(our!), read(their!));
    },
  ));
});

Deno.test("B3.1 more than a span may hold is dropped and counted, as OpenTelemetry's SDK does", async () => {
  const [ours, theirs] = [inMemoryExporter(), inMemoryExporter()];
  await using app = await createApp(createContainer(tracing({ exporters: [ours] })));
  const sdk = new SdkTracerProvider({ spanProcessors: [await theirs.processor({} as never)] });
  for (const provider of [app.container.get(TracerProvider), sdk]) {
    const startTime = new Date(1_500_000_000_000);
    const span = provider.getTracer("test").startSpan("work", { startTime });
    for (let n = 0; n < 200; n++) {
      span.setAttribute(`n${n % 150}`, n);
      span.addEvent(`e${n}`, startTime);
      span.addLink({ context: { traceId: "1".repeat(32), spanId: "2".repeat(16), traceFlags: 1 } });
    }
    span.end(startTime);
  }
  assertEquals(read(ours.spans[0]!), read(theirs.spans[0]!));
  assertEquals(ours.spans[0]!.droppedEventsCount, 72);
});

Deno.test("B3.1 spans of other libraries join the trace by the tracer provider, and end in the status they set", async () => {
  const memory = inMemoryExporter();
  await using app = await createApp(createContainer(tracing({ exporters: [memory] })));
  const traces = app.container.get(Tracing);
  const tracer = app.container.get(TracerProvider).getTracer("library", "1.2.3");
  await traces.inSpan("above", () => {
    const span = tracer.startSpan("below", { kind: 2 }, traces.active);
    span.setStatus({ code: SpanStatusCode.ERROR, message: "late" }).end();
  });
  const [below, above] = memory.spans;
  assertEquals(below!.parentSpanContext, above!.spanContext());
  assertEquals([below!.kind, below!.status, below!.instrumentationScope], [2, { code: 2, message: "late" }, {
    name: "library",
    version: "1.2.3",
  }]);
});
