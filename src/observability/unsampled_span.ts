import type { Span, SpanContext } from "./deps.ts";

/**
 * The span of a trace that is not recorded. Its ids are made only when somebody asks for them: to log them, or to pass
 * the decision on to another service.
 */
export class UnsampledSpan implements Span {
  #context: SpanContext | undefined;

  spanContext(): SpanContext {
    return this.#context ??= { traceId: randomHex(16), spanId: randomHex(8), traceFlags: 0 };
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

function randomHex(bytes: number): string {
  return crypto.getRandomValues(new Uint8Array(bytes)).toHex();
}
