import type { Span, SpanContext } from "./deps.ts";
import { newSpanId, newTraceId } from "./spans/random_ids.ts";

/**
 * The span of a trace that is not recorded. Its ids are made only when somebody asks for them, which is rare: to pass
 * the decision on to another service.
 */
export class UnsampledSpan implements Span {
  #context: SpanContext | undefined;

  /** @param context the span's identifiers; absent for new ones */
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
 * The span of all requests that are not recorded and have no caller who traces. They share it, since a context of its
 * own for each request would cost more than all else that tracing does for it; so each look at its identifiers gives new
 * ones.
 */
export class SharedUnsampledSpan extends UnsampledSpan {
  override spanContext(): SpanContext {
    return { traceId: newTraceId(), spanId: newSpanId(), traceFlags: 0 };
  }
}
