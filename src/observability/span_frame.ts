import type { Span, TraceContext } from "./deps.ts";

/**
 * The key under which OpenTelemetry's interface keeps the active span of a context. It gives every key of one
 * description the same symbol.
 */
export const spanKey: symbol = Symbol.for("OpenTelemetry Context Key SPAN");

/** A span whose start is put off until something below needs it. */
export interface LazySpan {
  /** The span, which is started now if it was not. */
  materialize(): SpanFrame;
}

/** What is known of a {@linkcode SpanFrame}. */
export interface SpanFrameParts {
  readonly span: Span;
  /** The values beside the span. */
  readonly base: TraceContext;
  /** Whether spans below are recorded. */
  readonly isSampled: boolean;
  /** Identifier of the application module at work; absent outside of modules. */
  readonly module?: string | undefined;
  /** Stands for a span below `span` that is not started yet. */
  readonly lazy?: LazySpan | undefined;
}

/**
 * A context with a span: OpenTelemetry's contract. Making one copies nothing, and what tracing asks at each step, whether
 * the trace is recorded, is a property.
 */
export class SpanFrame implements TraceContext {
  /** The active span; that above it while `lazy` is not started. */
  readonly span: Span;
  readonly base: TraceContext;
  readonly isSampled: boolean;
  readonly module: string | undefined;
  readonly lazy: LazySpan | undefined;

  /** @param parts the span and what surrounds it */
  constructor({ span, base, isSampled, module, lazy }: SpanFrameParts) {
    this.span = span;
    this.base = base;
    this.isSampled = isSampled;
    this.module = module;
    this.lazy = lazy;
  }

  getValue(key: symbol): unknown {
    if (key !== spanKey) return this.base.getValue(key);
    // Whoever asks by OpenTelemetry's interface begins a span below, or writes to the active one.
    return this.lazy === undefined ? this.span : this.lazy.materialize().span;
  }

  setValue(key: symbol, value: unknown): TraceContext {
    if (key !== spanKey) return new SpanFrame({ ...this, base: this.base.setValue(key, value) });
    const { base, module } = this;
    const span = value as Span;
    return new SpanFrame({ span, base, module, isSampled: (span.spanContext().traceFlags & 1) === 1 });
  }

  deleteValue(key: symbol): TraceContext {
    return key === spanKey ? this.base : new SpanFrame({ ...this, base: this.base.deleteValue(key) });
  }
}

/**
 * Makes a frame of a context of somebody else.
 *
 * @param context any context
 * @returns the frame; `undefined` for a context without span
 */
export function frameOf(context: TraceContext): SpanFrame | undefined {
  if (context instanceof SpanFrame) return context;
  const span = context.getValue(spanKey) as Span | undefined;
  if (span === undefined) return undefined;
  const base = context.deleteValue(spanKey);
  // The flag, not `isRecording`: a span that has ended records no more, but its trace goes on.
  return new SpanFrame({ span, base, isSampled: (span.spanContext().traceFlags & 1) === 1 });
}
