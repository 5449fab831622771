import type { Span, TraceContext } from "./deps.ts";

/**
 * The key under which OpenTelemetry's API stores the active span of a context. The API uses `Symbol.for`, so the symbol
 * can be found by its description.
 */
export const spanKey: symbol = Symbol.for("OpenTelemetry Context Key SPAN");

/** A span that is started lazily, when a child span or the API needs it. */
export interface LazySpan {
  /** Starts the span unless it was started, and returns its frame. */
  materialize(): SpanFrame;
}

/** The properties of a {@linkcode SpanFrame}. */
export interface SpanFrameParts {
  readonly span: Span;
  /** The context with the other values. */
  readonly base: TraceContext;
  /** Whether child spans are recorded. */
  readonly isSampled: boolean;
  /** Identifier of the current application module; `undefined` outside of modules. */
  readonly module?: string | undefined;
  /** A child span of `span` that is not started yet. */
  readonly lazy?: LazySpan | undefined;
}

/**
 * An OpenTelemetry context with a span. Creating one copies nothing, and the most frequent check, whether the trace is
 * recorded, is a property.
 */
export class SpanFrame implements TraceContext {
  /** The active span; its parent while `lazy` is not started. */
  readonly span: Span;
  readonly base: TraceContext;
  readonly isSampled: boolean;
  readonly module: string | undefined;
  readonly lazy: LazySpan | undefined;

  /** @param parts the span and its context */
  constructor({ span, base, isSampled, module, lazy }: SpanFrameParts) {
    this.span = span;
    this.base = base;
    this.isSampled = isSampled;
    this.module = module;
    this.lazy = lazy;
  }

  getValue(key: symbol): unknown {
    if (key !== spanKey) return this.base.getValue(key);
    // A caller of OpenTelemetry's API starts a child span, or writes to the active one, so start the lazy span.
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
 * Converts a context to a frame.
 *
 * @param context any context
 * @returns the frame; `undefined` for a context without a span
 */
export function frameOf(context: TraceContext): SpanFrame | undefined {
  if (context instanceof SpanFrame) return context;
  const span = context.getValue(spanKey) as Span | undefined;
  if (span === undefined) return undefined;
  const base = context.deleteValue(spanKey);
  // The flag instead of `isRecording`: an ended span does not record any more, but its trace may continue.
  return new SpanFrame({ span, base, isSampled: (span.spanContext().traceFlags & 1) === 1 });
}
