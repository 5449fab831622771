import type { Span, SpanContext } from "./deps.ts";
import { newSpanId, newTraceId } from "./spans/random_ids.ts";

/**
 * The span of an unsampled trace. Its ids are generated lazily, as they are rarely needed: only to propagate the
 * decision to another service.
 */
export class UnsampledSpan implements Span {
  #context: SpanContext | undefined;

  /** @param context the span's identifiers; `undefined` to generate them */
  constructor(context?: SpanContext) {
    this.#context = context;
  }

  spanContext(): SpanContext {
    return this.#context ??= { traceId: newTraceId(), spanId: newSpanId(), traceFlags: 0 };
  }

  isRecording(): boolean {
    return false;
  }

  setAttribute(): this {
    return this;
  }

  setAttributes(): this {
    return this;
  }

  addEvent(): this {
    return this;
  }

  addLink(): this {
    return this;
  }

  addLinks(): this {
    return this;
  }

  setStatus(): this {
    return this;
  }

  updateName(): this {
    return this;
  }

  end(): void {}

  recordException(): void {}
}

/**
 * The span shared by all unsampled requests without a tracing caller, as a context per request would cost more than the
 * rest of tracing. Each read of its identifiers generates new ones.
 */
export class SharedUnsampledSpan extends UnsampledSpan {
  override spanContext(): SpanContext {
    return { traceId: newTraceId(), spanId: newSpanId(), traceFlags: 0 };
  }
}
