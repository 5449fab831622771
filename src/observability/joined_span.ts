import type { Attributes, AttributeValue, Span, SpanContext, SpanLink, SpanStatus, TimeInput } from "./deps.ts";

/**
 * The runtime's span of a request, to which the application adds the route and the exact failure. The runtime ends it
 * when the last byte of the response was sent.
 */
export class JoinedSpan implements Span {
  readonly #span: Span;

  /** @param span the span of the runtime */
  constructor(span: Span) {
    this.#span = span;
  }

  spanContext(): SpanContext {
    return this.#span.spanContext();
  }

  isRecording(): boolean {
    return this.#span.isRecording();
  }

  setAttribute(key: string, value: AttributeValue): this {
    this.#span.setAttribute(key, value);
    return this;
  }

  setAttributes(attributes: Attributes): this {
    for (const [key, value] of Object.entries(attributes)) {
      if (value !== undefined) this.#span.setAttribute(key, value);
    }
    return this;
  }

  addEvent(name: string, attributesOrTime?: Attributes | TimeInput, time?: TimeInput): this {
    this.#span.addEvent(name, attributesOrTime, time);
    return this;
  }

  addLink(link: SpanLink): this {
    this.#span.addLink(link);
    return this;
  }

  addLinks(links: SpanLink[]): this {
    this.#span.addLinks(links);
    return this;
  }

  setStatus(status: SpanStatus): this {
    this.#span.setStatus(status);
    return this;
  }

  updateName(name: string): this {
    this.#span.updateName(name);
    return this;
  }

  recordException(...[exception, time]: Parameters<Span["recordException"]>): void {
    this.#span.recordException(exception, time);
  }

  end(): void {}
}
