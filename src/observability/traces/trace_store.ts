import type { ReceivedSpan } from "./received_span.ts";

/** A trace as far as its spans have arrived. */
export interface StoredTrace {
  readonly traceId: string;
  /** In the order of their start. */
  readonly spans: readonly ReceivedSpan[];
}

/** Most spans of one trace; further ones are dropped. */
const maxSpans = 1_000;

/** A span, or what reads it when somebody looks at its trace: few traces are looked at. */
export type StorableSpan = ReceivedSpan | (() => ReceivedSpan);

/** What a list shows of a trace. */
export interface TraceSummary {
  readonly traceId: string;
  /** The GraphQL operation, where there is one: `query Shelf`. */
  readonly operation?: string;
  /** The name of the first span. */
  readonly name: string;
  readonly service: string;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly durationMs: number;
  /** Number of spans. */
  readonly spans: number;
  readonly hasFailed: boolean;
}

interface Entry {
  readonly spans: StorableSpan[];
  /** The position of the store's last change of this trace. */
  changed: number;
  /** Kept until a span is added: most traces of a long list have not changed. */
  summary?: TraceSummary;
}

/** Length of the text above which older traces are left out, in UTF-16 code units. */
const maxTextLength = 2_000_000;

/** Keeps the last traces in memory. */
export class TraceStore {
  readonly #maxTraces: number;
  readonly #traces = new Map<string, Entry>();
  #position = 0;

  /** @param maxTraces most traces; the one that began first goes first */
  constructor(maxTraces: number) {
    this.#maxTraces = maxTraces;
  }

  /**
   * Adds a span to its trace.
   *
   * @param traceId the trace
   * @param span the span
   */
  add(traceId: string, span: StorableSpan): void {
    const known = this.#traces.get(traceId);
    if (known === undefined) {
      if (this.#traces.size >= this.#maxTraces) this.#traces.delete(this.#traces.keys().next().value!);
      this.#traces.set(traceId, { spans: [span], changed: ++this.#position });
    } else if (known.spans.length < maxSpans) {
      known.spans.push(span);
      known.changed = ++this.#position;
      delete known.summary;
    }
  }

  /** Grows with each change. */
  get position(): number {
    return this.#position;
  }

  /** Maximum number of traces. */
  get maxTraces(): number {
    return this.#maxTraces;
  }

  /**
   * Summarises the traces that have changed after a position, the latest first.
   *
   * @param position a position of before; 0 for all traces
   */
  summariesSince(position: number): TraceSummary[] {
    const changed = [...this.#traces].filter(([, entry]) => entry.changed > position);
    return changed.map(([traceId, entry]) => entry.summary ??= summaryOf(this.get(traceId)!)).reverse();
  }

  /** The latest traces as a text, for {@linkcode TraceStore.read}. */
  write(): string {
    const lines: string[] = [];
    let length = 0;
    for (const traceId of [...this.#traces.keys()].reverse()) {
      const line = JSON.stringify(this.get(traceId)!.spans);
      length += line.length + 1;
      if (length > maxTextLength) break;
      lines.push(line);
    }
    return lines.reverse().join("\n");
  }

  /**
   * Adds the traces that another store wrote.
   *
   * @param text what `write` returned
   */
  read(text: string): void {
    for (const line of text.split("\n")) {
      if (line === "") continue;
      for (const span of JSON.parse(line) as ReceivedSpan[]) this.add(span.traceId, span);
    }
  }

  /** The traces, the latest first. */
  get traces(): readonly StoredTrace[] {
    return [...this.#traces.keys()].reverse().map((traceId) => this.get(traceId)!);
  }

  /** One trace, or `undefined`. */
  get(traceId: string): StoredTrace | undefined {
    const spans = this.#traces.get(traceId)?.spans;
    if (spans === undefined) return undefined;
    const read = spans.map((span) => typeof span === "function" ? span() : span);
    return { traceId, spans: read.sort((a, b) => a.start - b.start) };
  }
}

function summaryOf({ traceId, spans }: StoredTrace): TraceSummary {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const first = spans.find(({ parentSpanId }) => parentSpanId === undefined || !known.has(parentSpanId)) ?? spans[0]!;
  const { attributes } = spans.find(({ attributes }) => attributes["graphql.operation.type"] !== undefined) ?? {};
  const operation = operationOf(attributes ?? {});
  const start = spans[0]!.start;
  return {
    traceId,
    ...(operation === "" ? {} : { operation }),
    name: first.name,
    service: first.service,
    start,
    durationMs: spans.reduce((end, span) => Math.max(end, span.end), start) - start,
    spans: spans.length,
    hasFailed: spans.some(({ hasFailed }) => hasFailed),
  };
}

/** `""` where there is none, or it was refused before its type was known. */
function operationOf(attributes: ReceivedSpan["attributes"]): string {
  const type = attributes["graphql.operation.type"];
  if (typeof type !== "string" || type === "operation") return "";
  const name = attributes["graphql.operation.name"];
  return name === undefined ? type : `${type} ${name}`;
}
