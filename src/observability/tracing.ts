import { AsyncLocalStorage } from "node:async_hooks";
import type {
  Attributes,
  loadOpenTelemetryCore,
  OpenTelemetryApi,
  Span,
  SpanContext,
  SpanLink,
  SpanOptions,
  TraceContext,
  Tracer,
} from "./deps.ts";
import { frameOf, SpanFrame } from "./span_frame.ts";
import { RecordedSpan } from "./spans/recorded_span.ts";
import { RecordingTracer } from "./spans/span_recorder.ts";
import { milliseconds } from "./spans/trace_clock.ts";
import { SharedUnsampledSpan, UnsampledSpan } from "./unsampled_span.ts";

type Propagator = InstanceType<Awaited<ReturnType<typeof loadOpenTelemetryCore>>["W3CTraceContextPropagator"]>;

/** What {@linkcode Tracing} works with. */
export interface TracingParts {
  readonly api: OpenTelemetryApi;
  /** One of our own, or one of somebody else's provider. */
  readonly tracer: Tracer;
  readonly propagator: Propagator;
  /** Whether the tracer is that of the runtime, which has a span of its own for each request. */
  readonly isRuntimes: boolean;
}

/** What a span is started with. */
export interface SpanStart extends SpanOptions {
  /** The context above the span; by default the active one. */
  readonly parent?: TraceContext;
  /** Returns further attributes; called only where the span is recorded. */
  readonly describe?: () => Attributes;
  /** Identifier of the application module whose work the span is; by default that of the span above. */
  readonly module?: string;
}

/** A span, and the context in which it is the active one. */
export interface StartedSpan {
  /** The span. */
  readonly span: Span;
  /** The context in which it is active. */
  readonly context: TraceContext;
}

/**
 * The trace of the work at hand: which span is active, and how it travels.
 *
 * The active context is kept per application. Where the process has a context manager of its own (`OTEL_DENO=true`),
 * that one is used, so that the spans of other libraries join.
 */
export class Tracing {
  /** OpenTelemetry's interface, as it was loaded. */
  readonly api: OpenTelemetryApi;
  /** Whether the process has a context manager of its own, as Deno has with `OTEL_DENO=true`. */
  readonly usesGlobalContext: boolean;
  /** Whether spans go to the runtime, which has a span of its own for each request. */
  readonly joinsRuntime: boolean;
  readonly #tracer: Tracer;
  /** The tracer where it is our own. */
  readonly #recorder: RecordingTracer | undefined;
  readonly #propagator: Propagator;
  readonly #storage = new AsyncLocalStorage<TraceContext>();
  readonly #linksKey: symbol;
  readonly #unsampled: SpanFrame;
  /** Stands where there is no span. */
  readonly #nothing: Span;

  /**
   * Creates the tracing.
   *
   * @param parts OpenTelemetry's interface, a tracer, the propagator
   */
  constructor({ api, tracer, propagator, isRuntimes }: TracingParts) {
    this.api = api;
    this.#tracer = tracer;
    this.#recorder = tracer instanceof RecordingTracer ? tracer : undefined;
    this.#propagator = propagator;
    this.usesGlobalContext = hasContextManager(api);
    this.joinsRuntime = isRuntimes && this.usesGlobalContext;
    this.#linksKey = api.createContextKey("espalier.links");
    this.#unsampled = new SpanFrame({ span: new SharedUnsampledSpan(), base: api.ROOT_CONTEXT, isSampled: false });
    this.#nothing = api.trace.wrapSpanContext(api.INVALID_SPAN_CONTEXT);
  }

  /** The active context. */
  get active(): TraceContext {
    return this.usesGlobalContext ? this.api.context.active() : this.#storage.getStore() ?? this.api.ROOT_CONTEXT;
  }

  /** The active span, for attributes and events of your own; `undefined` outside of all spans. */
  get activeSpan(): Span | undefined {
    return this.api.trace.getSpan(this.active);
  }

  /**
   * What a log line says of the active span; nothing outside of all spans, in requests that are not recorded and have no
   * caller who traces, and where nobody traces. A span is not started for a line.
   */
  get logFields(): { readonly traceId: string; readonly spanId: string } | undefined {
    const frame = frameOf(this.active);
    if (frame === undefined || frame.span instanceof SharedUnsampledSpan) return undefined;
    const active = frame.span.spanContext();
    if (!this.api.isSpanContextValid(active)) return undefined;
    return { traceId: active.traceId, spanId: active.spanId };
  }

  /**
   * Whether nothing below is recorded, because the trace is not sampled. Spans below need not even be started.
   */
  isUnsampled(context: TraceContext = this.active): boolean {
    return frameOf(context)?.isSampled === false;
  }

  /** Captures the active context, for work that begins in a clean async context; `undefined` where there is no span. */
  capture(): (<T>(work: () => T) => T) | undefined {
    const { active } = this;
    return frameOf(active) === undefined ? undefined : (work) => this.with(active, work);
  }

  /** Runs work in a context. */
  with<T>(context: TraceContext, work: () => T): T {
    return this.usesGlobalContext ? this.api.context.with(context, work) : this.#storage.run(context, work);
  }

  /** Runs work of which nothing is recorded; at no cost where that is so anyway. */
  withoutSpans<T>(work: () => T): T {
    return this.active === this.#unsampled ? work() : this.with(this.#unsampled, work);
  }

  /**
   * Starts a span; whoever starts it ends it.
   *
   * @param name the span's name
   * @param options kind, attributes, links, parent
   * @returns the span, and the context in which it is the active one
   */
  startSpan(name: string, options: SpanStart = {}): StartedSpan {
    const parent = options.parent ?? this.active;
    const known = frameOf(parent);
    const frame = known?.lazy?.materialize() ?? known;
    // About a caller's trace the tracer decides; about one that has a span of this process it was decided.
    if (frame !== undefined && !frame.isSampled && !isRemote(frame)) return { span: frame.span, context: frame };
    const base = frame?.base ?? parent;
    const module = options.module ?? frame?.module;
    const links = base === this.api.ROOT_CONTEXT ? undefined : base.getValue(this.#linksKey) as SpanLink[] | undefined;
    const below = links === undefined ? base : base.deleteValue(this.#linksKey);
    const span = this.#recorded(name, { above: frame, parent, options, links });
    if (span === undefined) return this.#unrecorded(frame, below);
    if (options.attributes !== undefined && this.#recorder !== undefined) span.setAttributes(options.attributes);
    const isSampled = this.#recorder !== undefined || (span.spanContext().traceFlags & 1) === 1;
    return { span, context: new SpanFrame({ span, base: below, isSampled, module }) };
  }

  /**
   * Runs work in a span of its own, which ends with the work; a failure is recorded and passed on.
   *
   * @param name the span's name
   * @param work given the span, for attributes
   */
  async inSpan<T>(name: string, work: (span: Span) => T | Promise<T>): Promise<T> {
    const { span, context } = this.startSpan(name);
    try {
      return await this.with(context, () => work(span));
    } catch (error) {
      this.recordFailure(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  /** Marks a span as failed. */
  recordFailure(span: Span, error: unknown): void {
    span.recordException(error instanceof Error ? error : String(error));
    span.setStatus({ code: this.api.SpanStatusCode.ERROR, message: error instanceof Error ? error.message : "" });
  }

  /**
   * Returns a context in which a span is started only when another span is started below it, or when its span is asked
   * for by OpenTelemetry's interface.
   *
   * @param parent the context above
   * @param start starts the span
   */
  withLazySpan(parent: TraceContext, start: () => TraceContext): TraceContext {
    let made: SpanFrame | undefined;
    const lazy = { materialize: () => made ??= frameOf(start())! };
    const frame = frameOf(parent);
    if (frame !== undefined) return new SpanFrame({ ...frame, lazy });
    return new SpanFrame({ span: this.#nothing, base: parent, isSampled: true, lazy });
  }

  /** A context without parent whose next span links to what a `traceparent` names. */
  linkedContext(traceparent: string | undefined): TraceContext {
    const root = this.api.ROOT_CONTEXT;
    const linked = traceparent === undefined ? undefined : this.api.trace.getSpanContext(this.extract({ traceparent }));
    return linked === undefined ? root : root.setValue(this.#linksKey, [{ context: linked }]);
  }

  /** Reads the caller's context from headers. */
  extract(headers: { readonly traceparent?: string; readonly tracestate?: string }): TraceContext {
    return this.#propagator.extract(this.api.ROOT_CONTEXT, headers, this.api.defaultTextMapGetter);
  }

  /** The active context as W3C headers, for calls to other services; empty outside of all spans. */
  headers(context: TraceContext = this.active): Record<string, string> {
    const carrier: Record<string, string> = {};
    this.#propagator.inject(context, carrier, this.api.defaultTextMapSetter);
    return carrier;
  }

  /** Starts a span by the tracer; `undefined` where our own one records nothing. */
  #recorded(name: string, { above, parent, options, links }: Start): Span | undefined {
    const { kind, describe } = options;
    const all = links === undefined ? options.links : [...options.links ?? [], ...links];
    if (this.#recorder !== undefined) {
      const { startTime } = options;
      return this.#recorder.begin({
        name,
        kind,
        above: parent,
        parent: options.root ? undefined : this.#parentIn(above),
        startTime,
        links: all,
        describe,
      });
    }
    const attributes = {
      ...(above?.module === undefined ? {} : { "module.key": above.module }),
      ...options.attributes,
      ...describe?.(),
    };
    // Not every tracer takes the readings of `performance.now()`.
    const times = options.startTime === undefined ? {} : { startTime: milliseconds(options.startTime) };
    return this.#tracer.startSpan(name, { ...options, ...times, ...(all && { links: all }), attributes }, parent);
  }

  #parentIn(frame: SpanFrame | undefined): SpanContext | undefined {
    const context = frame?.span.spanContext();
    if (frame?.span instanceof RecordedSpan) return context;
    return context !== undefined && this.api.isSpanContextValid(context) ? context : undefined;
  }

  #unrecorded(frame: SpanFrame | undefined, base: TraceContext): StartedSpan {
    if (frame === undefined) return { span: this.#unsampled.span, context: this.#unsampled };
    const { isRemote: _, ...context } = frame.span.spanContext();
    const span = new UnsampledSpan({ ...context, traceFlags: 0 });
    return { span, context: new SpanFrame({ span, base, isSampled: false }) };
  }
}

/** What a span is started with by the tracer. */
interface Start {
  readonly above: SpanFrame | undefined;
  readonly parent: TraceContext;
  readonly options: SpanStart;
  readonly links: SpanLink[] | undefined;
}

/** Whether the frame's span is one of another process. */
function isRemote({ span }: SpanFrame): boolean {
  return !(span instanceof UnsampledSpan) && span.spanContext().isRemote === true;
}

function hasContextManager({ context, createContextKey }: OpenTelemetryApi): boolean {
  const key = createContextKey("espalier.probe");
  return context.with(context.active().setValue(key, true), () => context.active().getValue(key) === true);
}
