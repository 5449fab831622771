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

/** The collaborators of {@linkcode Tracing}. */
export interface TracingParts {
  readonly api: OpenTelemetryApi;
  /** The framework's tracer, or that of an external provider. */
  readonly tracer: Tracer;
  readonly propagator: Propagator;
  /** Whether the tracer is that of the runtime, which records a span for each request itself. */
  readonly isRuntimes: boolean;
}

/** The options of a new span. */
export interface SpanStart extends SpanOptions {
  /** The parent context; by default the active one. */
  readonly parent?: TraceContext;
  /** Returns further attributes; called only if the span is recorded. */
  readonly describe?: () => Attributes;
  /** Identifier of the application module of the span; by default that of the parent span. */
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
 * Manages the active span, and propagates trace context within and between processes.
 *
 * The active context is stored per application. If the process has a context manager (`OTEL_DENO=true`), that one is
 * used, so that the spans of other libraries join the trace.
 */
export class Tracing {
  /** The OpenTelemetry API. */
  readonly api: OpenTelemetryApi;
  /** Whether the process has a context manager, as Deno has with `OTEL_DENO=true`. */
  readonly usesGlobalContext: boolean;
  /** Whether spans go to the runtime, which records a span for each request itself. */
  readonly joinsRuntime: boolean;
  readonly #tracer: Tracer;
  /** The tracer if it is the framework's. */
  readonly #recorder: RecordingTracer | undefined;
  readonly #propagator: Propagator;
  readonly #storage = new AsyncLocalStorage<TraceContext>();
  readonly #linksKey: symbol;
  readonly #unsampled: SpanFrame;
  /** The no-op span. */
  readonly #nothing: Span;

  /**
   * Creates the tracing.
   *
   * @param parts the OpenTelemetry API, a tracer, the propagator
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

  /** The active span, for custom attributes and events; `undefined` outside of all spans. */
  get activeSpan(): Span | undefined {
    return this.api.trace.getSpan(this.active);
  }

  /**
   * The fields of a log line that identify the active span; `undefined` outside of all spans, and in unrecorded
   * requests without a tracing caller. A lazy span is not started for a log line.
   */
  get logFields(): { readonly traceId: string; readonly spanId: string } | undefined {
    const frame = frameOf(this.active);
    if (frame === undefined || frame.span instanceof SharedUnsampledSpan) return undefined;
    const active = frame.span.spanContext();
    if (!this.api.isSpanContextValid(active)) return undefined;
    return { traceId: active.traceId, spanId: active.spanId };
  }

  /**
   * Whether the trace is not sampled, so that no child spans need be started.
   */
  isUnsampled(context: TraceContext = this.active): boolean {
    return frameOf(context)?.isSampled === false;
  }

  /** Captures the active context, for work that starts in a clean async context; `undefined` without a span. */
  capture(): (<T>(work: () => T) => T) | undefined {
    const { active } = this;
    return frameOf(active) === undefined ? undefined : (work) => this.with(active, work);
  }

  /** Runs work in a context. */
  with<T>(context: TraceContext, work: () => T): T {
    return this.usesGlobalContext ? this.api.context.with(context, work) : this.#storage.run(context, work);
  }

  /** Runs work without recording spans; no overhead if the trace is unsampled already. */
  withoutSpans<T>(work: () => T): T {
    return this.active === this.#unsampled ? work() : this.with(this.#unsampled, work);
  }

  /**
   * Starts a span, which the caller must end.
   *
   * @param name the span's name
   * @param options kind, attributes, links, parent
   * @returns the span, and the context in which it is the active one
   */
  startSpan(name: string, options: SpanStart = {}): StartedSpan {
    const parent = options.parent ?? this.active;
    const known = frameOf(parent);
    const frame = known?.lazy?.materialize() ?? known;
    // The tracer decides on sampling for remote parents; within a trace of this process it has been decided.
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
   * Runs work in a new span, which ends with the work; a failure is recorded and rethrown.
   *
   * @param name the span's name
   * @param work receives the span, for attributes
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
   * Returns a context whose span is started only when a child span is started, or when OpenTelemetry's API reads it.
   *
   * @param parent the parent context
   * @param start starts the span
   */
  withLazySpan(parent: TraceContext, start: () => TraceContext): TraceContext {
    let made: SpanFrame | undefined;
    const lazy = { materialize: () => made ??= frameOf(start())! };
    const frame = frameOf(parent);
    if (frame !== undefined) return new SpanFrame({ ...frame, lazy });
    return new SpanFrame({ span: this.#nothing, base: parent, isSampled: true, lazy });
  }

  /** Returns a context without a parent, whose next span links to the span of a `traceparent`. */
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

  /** Starts a span by the tracer; `undefined` if the framework's tracer does not record it. */
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
    // Convert the time, as not every tracer accepts values of `performance.now()`.
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

/** The arguments for starting a span by the tracer. */
interface Start {
  readonly above: SpanFrame | undefined;
  readonly parent: TraceContext;
  readonly options: SpanStart;
  readonly links: SpanLink[] | undefined;
}

/** Whether the frame's span belongs to another process. */
function isRemote({ span }: SpanFrame): boolean {
  return !(span instanceof UnsampledSpan) && span.spanContext().isRemote === true;
}

function hasContextManager({ context, createContextKey }: OpenTelemetryApi): boolean {
  const key = createContextKey("espalier.probe");
  return context.with(context.active().setValue(key, true), () => context.active().getValue(key) === true);
}
