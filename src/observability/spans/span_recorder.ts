import type {
  Attributes,
  InstrumentationScope,
  OpenTelemetryApi,
  OpenTelemetryTracerProvider,
  Resource,
  Span,
  SpanContext,
  SpanKind,
  SpanLink,
  SpanOptions,
  SpanProcessor,
  TimeInput,
  TraceContext,
  Tracer,
} from "../deps.ts";
import { SpanFrame } from "../span_frame.ts";
import { UnsampledSpan } from "../unsampled_span.ts";
import { newSpanId, newTraceId } from "./random_ids.ts";
import { RecordedSpan, type SpanSource } from "./recorded_span.ts";
import { isSampled, type Sampling } from "./sampling.ts";
import type { AddAttribute, SpanLimits } from "./span_attributes.ts";
import { milliseconds, traceTime } from "./trace_clock.ts";

/** What {@linkcode SpanRecorder} works with. */
export interface SpanRecorderParts {
  readonly api: OpenTelemetryApi;
  readonly addAttribute: AddAttribute;
  readonly addSimpleAttribute: AddAttribute;
  /** What emits the spans. */
  readonly resource: Resource;
  /** Returns what emits the spans of a module; absent where that is the same for all. */
  readonly resourceOfModule?: ((module: string) => Resource) | undefined;
  /** Receive the spans. */
  readonly processors: readonly SpanProcessor[];
  readonly sampling: Sampling;
  readonly limits: SpanLimits;
}

/**
 * Records spans and hands them to processors: a tracer provider by OpenTelemetry's interface, with the processors,
 * exporters and resources of its SDK, but with spans that cost less than the SDK's.
 */
export class SpanRecorder implements OpenTelemetryTracerProvider {
  readonly #parts: SpanRecorderParts;
  readonly #tracers = new Map<string, RecordingTracer>();

  /** @param parts resource, processors, sampling, limits */
  constructor(parts: SpanRecorderParts) {
    this.#parts = parts;
  }

  getTracer(name: string, version?: string, options?: { readonly schemaUrl?: string }): RecordingTracer {
    const schemaUrl = options?.schemaUrl;
    const key = JSON.stringify([name, version, schemaUrl]);
    let tracer = this.#tracers.get(key);
    if (tracer === undefined) {
      const scope = { name, ...(version && { version }), ...(schemaUrl && { schemaUrl }) };
      this.#tracers.set(key, tracer = new RecordingTracer(scope, this.#parts));
    }
    return tracer;
  }

  /** Sends what has been recorded. */
  async forceFlush(): Promise<void> {
    await Promise.all(this.#parts.processors.map((processor) => processor.forceFlush()));
  }

  /** Sends what has been recorded, and ends. */
  async shutdown(): Promise<void> {
    await Promise.all(this.#parts.processors.map((processor) => processor.shutdown()));
  }
}

/** What a span is begun with by {@linkcode RecordingTracer}. */
export interface RecordedBeginning {
  readonly name: string;
  readonly kind?: SpanKind | undefined;
  /** The context above the span. */
  readonly above: TraceContext;
  /** The span above, of this process or of the caller's. */
  readonly parent: SpanContext | undefined;
  readonly startTime?: TimeInput | undefined;
  readonly links?: SpanLink[] | undefined;
  /** Called only where the span is recorded. */
  readonly describe?: (() => Attributes) | undefined;
}

/** A tracer whose spans are recorded. */
export class RecordingTracer implements Tracer {
  readonly #parts: SpanRecorderParts;
  readonly #source: SpanSource;

  /**
   * @param scope who makes the spans
   * @param parts of the provider
   */
  constructor(scope: InstrumentationScope, parts: SpanRecorderParts) {
    const { resource, resourceOfModule, limits, processors, addAttribute, addSimpleAttribute } = parts;
    const processor = {
      onEnding: (span: Parameters<NonNullable<SpanProcessor["onEnding"]>>[0]) =>
        processors.forEach((each) => each.onEnding?.(span)),
      onEnd: (span: Parameters<SpanProcessor["onEnd"]>[0]) => {
        for (const each of processors) each.onEnd(span);
      },
    };
    this.#parts = parts;
    this.#source = { resource, resourceOfModule, scope, limits, processor, addAttribute, addSimpleAttribute };
  }

  /**
   * Begins a span, if its trace is sampled.
   *
   * @param beginning name, kind, what is above
   * @returns the span; `undefined` where nothing is recorded
   */
  begin({ name, kind = 0, above, parent, startTime, links, describe }: RecordedBeginning): RecordedSpan | undefined {
    const { sampling, processors } = this.#parts;
    // Without an identifier where none is needed to decide.
    if (parent === undefined && sampling.ratio <= 0) return undefined;
    const traceId = parent?.traceId ?? newTraceId();
    if (!isInSampledTrace(sampling, traceId, parent)) return undefined;
    const span = new RecordedSpan(this.#source, {
      name,
      kind,
      context: contextOf(traceId, parent),
      parent,
      startedAt: startTime === undefined ? traceTime() : milliseconds(startTime),
      attributes: describe?.(),
    });
    if (links !== undefined) span.addLinks(links);
    // What happens within a module's work belongs to the module.
    const module = above instanceof SpanFrame ? above.module : undefined;
    if (module !== undefined && span.attributes["module.key"] === undefined) span.setAttribute("module.key", module);
    for (const processor of processors) processor.onStart(span as never, above);
    return span;
  }

  startSpan(name: string, options: SpanOptions = {}, context?: TraceContext): Span {
    const { trace, context: contexts, isSpanContextValid } = this.#parts.api;
    const above = context ?? contexts.active();
    const known = options.root ? undefined : trace.getSpanContext(above);
    const parent = known !== undefined && isSpanContextValid(known) ? known : undefined;
    const { attributes, kind, startTime, links } = options;
    const describe = attributes && (() => attributes);
    const span = this.begin({ name, kind, above, parent, startTime, links, describe });
    return span ?? new UnsampledSpan(parent && { ...parent, spanId: newSpanId(), traceFlags: 0 });
  }

  startActiveSpan(name: string, ...rest: unknown[]): never {
    const work = rest.pop() as (span: Span) => never;
    const [options, context] = rest as [SpanOptions | undefined, TraceContext | undefined];
    const { trace, context: contexts } = this.#parts.api;
    const above = context ?? contexts.active();
    const span = this.startSpan(name, options, above);
    return contexts.with(trace.setSpan(above, span), work, undefined, span);
  }
}

function contextOf(traceId: string, parent: SpanContext | undefined): SpanContext {
  const spanId = newSpanId();
  const traceState = parent?.traceState;
  return traceState === undefined ? { traceId, spanId, traceFlags: 1 } : { traceId, spanId, traceFlags: 1, traceState };
}

/** A span below one of this process belongs to a trace that was decided about. */
function isInSampledTrace(sampling: Sampling, traceId: string, parent: SpanContext | undefined): boolean {
  if (parent === undefined || parent.isRemote === true) return isSampled(sampling, traceId, parent);
  return (parent.traceFlags & 1) === 1;
}
