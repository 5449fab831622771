import { AsyncLocalStorage } from "node:async_hooks";
import {
  loadOpenTelemetryApi,
  loadOpenTelemetryCore,
  type Span,
  type SpanLink,
  type SpanOptions,
  type TraceContext,
  type Tracer,
} from "./deps.ts";

import { UnsampledSpan } from "./unsampled_span.ts";

type Api = Awaited<ReturnType<typeof loadOpenTelemetryApi>>;
type Propagator = InstanceType<Awaited<ReturnType<typeof loadOpenTelemetryCore>>["W3CTraceContextPropagator"]>;

/** What {@linkcode Tracing} works with. */
export interface TracingParts {
  readonly api: Api;
  readonly tracer: Tracer;
  readonly propagator: Propagator;
  /** Which part of the traces is recorded; absent leaves that to the tracer. */
  readonly sampleRatio?: number | undefined;
}

/** Marks a context whose trace is to be recorded: the decision is made once. */
export const sampledKey: unique symbol = Symbol("espalier.sampled");

/** What a span is started with. */
export interface SpanStart extends SpanOptions {
  /** The context above the span; by default the active one. */
  readonly parent?: TraceContext;
}

/** A place in the context for a span that is made only if something happens below it. */
interface LazySpan {
  materialize(): TraceContext;
}

/**
 * The trace of the work at hand: which span is active, and how it travels.
 *
 * The active context is kept per application. Where the process has a context manager of its own (`OTEL_DENO=true`),
 * that one is used, so that the spans of other libraries join.
 */
export class Tracing {
  /** OpenTelemetry's interface, as it was loaded. */
  readonly api: Api;
  readonly #tracer: Tracer;
  readonly #propagator: Propagator;
  readonly #storage = new AsyncLocalStorage<TraceContext>();
  /** Whether the process has a context manager of its own, as Deno has with `OTEL_DENO=true`. */
  readonly usesGlobalContext: boolean;
  readonly #lazyKey: symbol;
  readonly #linksKey: symbol;
  readonly #sampleRatio: number | undefined;

  /** @param parts OpenTelemetry's interface, a tracer, the propagator, the ratio */
  constructor({ api, tracer, propagator, sampleRatio }: TracingParts) {
    this.#sampleRatio = sampleRatio;
    this.api = api;
    this.#tracer = tracer;
    this.#propagator = propagator;
    this.usesGlobalContext = hasContextManager(api);
    this.#lazyKey = api.createContextKey("espalier.lazySpan");
    this.#linksKey = api.createContextKey("espalier.links");
  }

  /** The active context. */
  get active(): TraceContext {
    return this.usesGlobalContext ? this.api.context.active() : this.#storage.getStore() ?? this.api.ROOT_CONTEXT;
  }

  /** The active span, for attributes and events of your own; `undefined` outside of all spans. */
  get activeSpan(): Span | undefined {
    return this.api.trace.getSpan(this.#materialized(this.active));
  }

  /**
   * What a log line says of the active span; nothing outside of all spans, and where nobody traces. A span is not
   * started for a line.
   */
  get logFields(): { readonly traceId: string; readonly spanId: string } | undefined {
    const active = this.api.trace.getSpan(this.active)?.spanContext();
    if (active === undefined || !this.api.isSpanContextValid(active)) return undefined;
    return { traceId: active.traceId, spanId: active.spanId };
  }

  /**
   * Whether nothing below is recorded, because the trace is not sampled. Spans below need not even be started.
   */
  isUnsampled(context: TraceContext = this.active): boolean {
    const span = this.api.trace.getSpan(context);
    return span !== undefined && this.#isUnsampled(span);
  }

  /**
   * Decides whether a trace that begins here is recorded, unless that is decided.
   *
   * @param parent a context, possibly with the caller's span
   * @returns the context with the decision; the same context where it was made before, or is the tracer's to make
   */
  decide(parent: TraceContext): TraceContext {
    if (this.#sampleRatio === undefined) return parent;
    if (parent.getValue(sampledKey) === true || this.api.trace.getSpan(parent) !== undefined) return parent;
    if (Math.random() < this.#sampleRatio) return parent.setValue(sampledKey, true);
    return this.api.trace.setSpan(parent, new UnsampledSpan());
  }

  /** Captures the active context, for work that begins in a clean async context; `undefined` where there is no span. */
  capture(): (<T>(work: () => T) => T) | undefined {
    const { active } = this;
    return this.api.trace.getSpan(active) === undefined ? undefined : (work) => this.with(active, work);
  }

  /** Runs work in a context. */
  with<T>(context: TraceContext, work: () => T): T {
    return this.usesGlobalContext ? this.api.context.with(context, work) : this.#storage.run(context, work);
  }

  /**
   * Starts a span; whoever starts it ends it.
   *
   * @param name the span's name
   * @param options kind, attributes, links, parent
   * @returns the span, and the context in which it is the active one
   */
  startSpan(name: string, { parent = this.active, ...options }: SpanStart = {}): { span: Span; context: TraceContext } {
    const above = this.decide(this.#materialized(parent));
    const known = this.api.trace.getSpan(above);
    if (known !== undefined && this.#isUnsampled(known)) return { span: known, context: above };
    const pending = above.getValue(this.#linksKey) as readonly SpanLink[] | undefined;
    const links = pending === undefined ? {} : { links: [...options.links ?? [], ...pending] };
    const span = this.#tracer.startSpan(name, { ...options, ...links }, above);
    const context = this.api.trace.setSpan(above, span);
    return { span, context: pending === undefined ? context : context.deleteValue(this.#linksKey) };
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

  /** A context below the given one in which a span is started only when another span is started below it. */
  withLazySpan(parent: TraceContext, start: () => TraceContext): TraceContext {
    let made: TraceContext | undefined;
    const lazy: LazySpan = { materialize: () => made ??= start() };
    return parent.setValue(this.#lazyKey, lazy);
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
    this.#propagator.inject(this.#materialized(context), carrier, this.api.defaultTextMapSetter);
    return carrier;
  }

  #isUnsampled(span: Span): boolean {
    // The flag, not `isRecording`: a span that has ended records no more, but its trace goes on.
    return span instanceof UnsampledSpan || (span.spanContext().traceFlags & this.api.TraceFlags.SAMPLED) === 0;
  }

  #materialized(context: TraceContext): TraceContext {
    const lazy = context.getValue(this.#lazyKey) as LazySpan | undefined;
    return lazy === undefined ? context : lazy.materialize();
  }
}

function hasContextManager({ context, createContextKey }: Api): boolean {
  const key = createContextKey("espalier.probe");
  return context.with(context.active().setValue(key, true), () => context.active().getValue(key) === true);
}
