import type {
  Attributes,
  AttributeValue,
  InstrumentationScope,
  ReadableSpan,
  Resource,
  Span,
  SpanContext,
  SpanKind,
  SpanLink,
  SpanProcessor,
  SpanStatus,
  TimeInput,
} from "../deps.ts";
import { type AddAttribute, SpanAttributes, type SpanLimits } from "./span_attributes.ts";
import { highResolution, milliseconds, traceTime } from "./trace_clock.ts";

/** What the spans of a tracer have in common. */
export interface SpanSource {
  readonly resource: Resource;
  /** Returns what emits the spans of a module; absent where that is the same for all. */
  readonly resourceOfModule?: ((module: string) => Resource) | undefined;
  readonly scope: InstrumentationScope;
  readonly limits: SpanLimits;
  readonly processor: Pick<SpanProcessor, "onEnd" | "onEnding">;
  readonly addAttribute: AddAttribute;
  /** For events, whose attributes are neither lists of different types nor objects. */
  readonly addSimpleAttribute: AddAttribute;
}

/** What a span begins with. */
export interface SpanBeginning {
  readonly name: string;
  readonly kind: SpanKind;
  readonly context: SpanContext;
  readonly parent: SpanContext | undefined;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  readonly attributes?: Attributes | undefined;
}

interface TimedEvent {
  readonly name: string;
  readonly time: [number, number];
  readonly attributes?: Attributes;
  readonly droppedAttributesCount?: number;
}

const unset: SpanStatus = { code: 0 };

/**
 * A span that is recorded. To processors and exporters it is OpenTelemetry's `ReadableSpan`; what only they read, such as
 * times in seconds and nanoseconds, is computed when they do.
 */
export class RecordedSpan implements Span, ReadableSpan {
  name: string;
  readonly kind: SpanKind;
  readonly parentSpanContext?: SpanContext;
  status: SpanStatus = unset;
  ended = false;
  droppedEventsCount = 0;
  droppedLinksCount = 0;
  readonly #source: SpanSource;
  readonly #context: SpanContext;
  readonly #startedAt: number;
  readonly #attributes: SpanAttributes;
  #endedAt = 0;
  #events: TimedEvent[] | undefined;
  #links: SpanLink[] | undefined;

  /**
   * @param source what the spans of the tracer have in common
   * @param beginning name, identifiers, time
   */
  constructor(source: SpanSource, { name, kind, context, parent, startedAt, attributes }: SpanBeginning) {
    this.#source = source;
    this.#attributes = new SpanAttributes(source.limits, source.addAttribute);
    if (attributes !== undefined) this.#attributes.begin(attributes);
    this.#context = context;
    this.#startedAt = startedAt;
    this.name = name;
    this.kind = kind;
    if (parent !== undefined) this.parentSpanContext = parent;
  }

  get attributes(): Attributes {
    return this.#attributes.values;
  }

  get droppedAttributesCount(): number {
    return this.#attributes.dropped;
  }

  get events(): TimedEvent[] {
    return this.#events ??= [];
  }

  get links(): SpanLink[] {
    return this.#links ??= [];
  }

  get startTime(): [number, number] {
    return highResolution(this.#startedAt);
  }

  get endTime(): [number, number] {
    return highResolution(this.#endedAt);
  }

  get duration(): [number, number] {
    return highResolution(this.ended ? this.#endedAt - this.#startedAt : 0);
  }

  get resource(): Resource {
    const { resource, resourceOfModule } = this.#source;
    const module = resourceOfModule && this.#attributes.values["module.key"];
    return typeof module === "string" ? resourceOfModule!(module) : resource;
  }

  get instrumentationScope(): InstrumentationScope {
    return this.#source.scope;
  }

  spanContext(): SpanContext {
    return this.#context;
  }

  isRecording(): boolean {
    return !this.ended;
  }

  setAttribute(key: string, value: AttributeValue): this {
    if (!this.ended) this.#attributes.set(key, value);
    return this;
  }

  setAttributes(attributes: Attributes): this {
    if (!this.ended) this.#attributes.add(attributes);
    return this;
  }

  addEvent(name: string, attributesOrTime?: Attributes | TimeInput, time?: TimeInput): this {
    if (this.ended) return this;
    const isTime = typeof attributesOrTime === "number" || attributesOrTime instanceof Date ||
      Array.isArray(attributesOrTime);
    const at = time ?? (isTime ? attributesOrTime as TimeInput : undefined);
    const { limits: { eventCountLimit, attributePerEventCountLimit }, addSimpleAttribute } = this.#source;
    this.events.push({
      name,
      time: Array.isArray(at) ? at : highResolution(at === undefined ? traceTime() : milliseconds(at)),
      ...(isTime || attributesOrTime === undefined
        ? {}
        : this.#limited(attributesOrTime as Attributes, attributePerEventCountLimit, addSimpleAttribute)),
    });
    if (this.events.length > eventCountLimit) {
      this.events.shift();
      this.droppedEventsCount++;
    }
    return this;
  }

  addLink({ context, attributes }: SpanLink): this {
    if (this.ended) return this;
    const { limits: { linkCountLimit, attributePerLinkCountLimit }, addAttribute } = this.#source;
    this.links.push({
      context,
      ...(attributes && this.#limited(attributes, attributePerLinkCountLimit, addAttribute)),
    });
    if (this.links.length > linkCountLimit) {
      this.links.shift();
      this.droppedLinksCount++;
    }
    return this;
  }

  addLinks(links: readonly SpanLink[]): this {
    for (const link of links) this.addLink(link);
    return this;
  }

  setStatus({ code, message }: SpanStatus): this {
    // 0 is "unset", 1 is "ok", which nothing replaces, 2 is "error" in OpenTelemetry's interface.
    if (this.ended || code === 0 || this.status.code === 1) return this;
    this.status = code === 2 && typeof message === "string" ? { code, message } : { code };
    return this;
  }

  updateName(name: string): this {
    if (!this.ended) this.name = name;
    return this;
  }

  recordException(exception: Parameters<Span["recordException"]>[0], time?: TimeInput): void {
    const { code, name, message, stack } = typeof exception === "string"
      ? { code: undefined, name: undefined, message: exception, stack: undefined }
      : exception;
    const type = code === undefined || code === "" ? name : String(code);
    this.addEvent("exception", {
      ...(type ? { "exception.type": type } : {}),
      ...(message ? { "exception.message": message } : {}),
      ...(stack ? { "exception.stacktrace": stack } : {}),
    }, time);
  }

  end(time?: TimeInput): void {
    if (this.ended) return;
    const endedAt = time === undefined ? traceTime() : milliseconds(time);
    // The clock may have been set in the meantime.
    this.#endedAt = endedAt < this.#startedAt ? this.#startedAt : endedAt;
    const { processor } = this.#source;
    // Processors may add attributes until `onEnding` returns.
    processor.onEnding?.(this as never);
    this.ended = true;
    processor.onEnd(this);
  }

  #limited(
    attributes: Attributes,
    attributeCountLimit: number,
    add: AddAttribute,
  ): { readonly attributes: Attributes; readonly droppedAttributesCount: number } {
    const { attributeValueLengthLimit } = this.#source.limits;
    const checked = new SpanAttributes({ attributeCountLimit, attributeValueLengthLimit }, add);
    checked.begin(attributes);
    return { attributes: checked.values, droppedAttributesCount: checked.dropped };
  }
}
